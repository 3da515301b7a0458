import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { onChat, type Part, useDirectChat } from './support/directChat.ts';
import { fence, sent } from './support/extension.ts';
import { useVscodeChat } from './support/vscodeChat.ts';
import { within } from './support/waiting.ts';

const isChat = ({ path }: { path: string }) => path.endsWith('/completions');
/** VS Code 1.110 never tells a provider that a request was canceled (microsoft/vscode 319098). */
const tells = !vscode.version.startsWith('1.110.');

describe('A canceled request of VS Code’s chat', () => {
  const chat = useDirectChat();

  it('closes the connection, so that the service stops', async () => {
    const { service } = chat().world;
    chat().fail({ kind: 'answer', text: 'One two three.' });
    chat().fail({ kind: 'stall', after: 2 });
    const source = new vscode.CancellationTokenSource();
    const parts: Part[] = [];
    const arrived = service.nextRequest(isChat);
    const asked = chat().ask('Hello', {}, source.token, parts);
    const { closed } = await within(arrived, 'the request');
    source.cancel();
    await assert.rejects(asked, vscode.CancellationError);
    assert.equal((await within(closed, 'the connection is closed')).complete, false);
  });

  it('is never sent if it was canceled before', async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(chat().ask('Hello', {}, source.token), vscode.CancellationError);
    await fence(chat().world.service);
    assert.deepEqual(sent(chat().world.service), []);
  });
});

describe('A request that another extension cancels', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  const title = tells
    ? 'closes the connection, so that the service stops'
    : 'goes on to its end: this VS Code does not tell the provider';

  it(title, async () => {
    const { service, model } = chat();
    service.fail({ on: onChat, kind: 'answer', text: 'One two three.' });
    // Where nobody is told, the answer has to end by itself.
    const goOn = service.fail({ on: onChat, kind: tells ? 'hang' : 'delay', ms: 600_000 });
    const arrived = service.nextRequest(isChat);
    const source = new vscode.CancellationTokenSource();
    const said = [vscode.LanguageModelChatMessage.User('Hello')];
    const answered = read(model.sendRequest(said, {}, source.token));
    const { closed } = await within(arrived, 'the request');
    source.cancel();
    if (!tells) goOn();
    assert.equal((await within(closed, 'the request has ended')).complete, !tells);
    await within(answered, 'the caller is told');
  });
});

async function read(response: Thenable<vscode.LanguageModelChatResponse>): Promise<void> {
  try {
    for await (const _ of (await response).stream);
  } catch {
    // How VS Code says so differs between its versions.
  }
}
