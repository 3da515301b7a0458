import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { data, delta } from '../unit/api/harness.ts';
import { DirectChat, message, thinking, useDirectChat } from './support/directChat.ts';
import { fence, sent } from './support/extension.ts';
import { useVscodeChat } from './support/vscodeChat.ts';
import { within } from './support/waiting.ts';
import { closeWindow, openWindow } from './support/world.ts';

const words = 'word '.repeat(400);

describe('Counting tokens for VS Code’s chat', () => {
  const chat = useDirectChat();
  const count = async (said: Parameters<DirectChat['models']['provideTokenCount']>[1], from = chat()) => {
    const [model] = await from.list();
    assert.ok(model);
    return from.models.provideTokenCount(model, said);
  };
  const report = (promptTokens: number) => {
    const usage = { prompt_tokens: promptTokens, completion_tokens: 1, total_tokens: promptTokens + 1 };
    const text = delta({ content: 'Yes' }, 'stop') + data({ choices: [], usage });
    chat().fail({ kind: 'sse', text, times: 1 });
  };

  it('counts whole messages, whatever they hold', async () => {
    const bare = await count(message('user', words));
    assert.ok(bare > 500 && bare < 520);
    const call = new vscode.LanguageModelToolCallPart('a', 'read_file', { path: words });
    const result = new vscode.LanguageModelToolResultPart('a', [new vscode.LanguageModelTextPart(words)]);
    for (const said of [message('assistant', thinking(words), call), message('user', result)]) {
      assert.ok((await count(said)) > 500);
    }
    const pdf = new vscode.LanguageModelDataPart(Buffer.from('x'), 'application/pdf');
    assert.equal(await count(message('user', words, pdf)), bare);
    assert.equal(await count(message('user')), 0);
  });

  it('learns from what the service reports, also for the next window', async () => {
    report(1000);
    await chat().ask(words);
    const learned = await count(words);
    assert.ok(learned > 900 && learned < 1000, String(learned));
    const next = openWindow(chat().world);
    const nextChat = new DirectChat(next);
    try {
      assert.equal(await count(words, nextChat), learned);
    } finally {
      nextChat.dispose();
      closeWindow(next);
    }
  });

  it('learns nothing from a request with pictures, and counts no tools that were refused', async () => {
    const picture = new vscode.LanguageModelDataPart(Buffer.from('x'), 'image/png');
    report(5000);
    await chat().ask([message('user', words, picture)]);
    assert.equal(await count(words), 500);
    chat().fail({ kind: 'refuseField', field: 'tools' });
    report(504);
    await chat().ask(words, { tools: [{ name: 'read_file', description: words.repeat(40) }] });
    assert.equal(await count(words), 500);
  });
});

describe('Counting tokens for another extension', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  it('is done here', async () => {
    const { service, model } = chat();
    assert.ok((await within(model.countTokens(words), 'the count')) >= 125);
    assert.ok(
      (await within(model.countTokens(vscode.LanguageModelChatMessage.User(words)), 'the count')) > 125,
    );
    await fence(service);
    assert.deepEqual(sent(service), []);
  });
});
