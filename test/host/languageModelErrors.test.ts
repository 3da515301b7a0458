import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { choose, chooseNone, onChat, useDirectChat } from './support/directChat.ts';
import { ask, offer, useVscodeChat } from './support/vscodeChat.ts';
import { connect, otherUrl } from './support/world.ts';

/** What failed: VS Code's chat shows the message, and Copilot prints the stack behind it. */
async function failure(answer: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await answer;
  } catch (error) {
    assert.ok(error instanceof vscode.LanguageModelError, String(error));
    const { code, message, stack } = error;
    assert.equal(stack, '');
    return { code, message };
  }
  throw new Error('It should have failed.');
}

/** The code of an error that has no kind. */
const plain = new vscode.LanguageModelError('').code;

describe('A request of VS Code’s chat that fails', () => {
  const chat = useDirectChat();
  const host = () => new URL(chat().world.service.url).host;
  const status = (number: number, words: string) => {
    const headers = { 'x-should-retry': 'false' };
    chat().fail({ kind: 'status', status: number, body: { error: { message: words } }, headers });
  };

  const cases = [
    [400, plain, 'No.\n{host} answered 400.'],
    [401, 'NoPermissions', '{host} refused the API key (401).\nNo.'],
    [404, 'NotFound', "{host} doesn't know the model support-tone-v7 (404).\nNo."],
    [429, 'Blocked', '{host} is busy (429). Try again in a moment.\nNo.'],
  ] as const;
  it('says so in words', async () => {
    for (const [number, kind, said] of cases) {
      status(number, 'No.');
      const message = said.replace('{host}', host());
      assert.deepEqual(await failure(chat().ask('Hello')), { code: kind, message });
      chat().world.service.clearFaults();
    }
  });

  it('says so without a key', async () => {
    const model = await second('support-tone-v7');
    assert.deepEqual(await failure(chat().askOf(model, 'Hello')), {
      code: 'NoPermissions',
      message: 'No API key for Second.',
    });
    assert.deepEqual(chat().bodies, []);
  });

  it('says so for a model that was removed from the setting meanwhile', async () => {
    const model = await anyInformation();
    await chooseNone();
    assert.deepEqual(await failure(chat().askOf(model, 'Hello')), {
      code: 'NotFound',
      message: "support-tone-v7 was removed from VS Code's chat. Choose another model.",
    });
  });

  it('is said without details of our own mistakes, which the log has', async () => {
    const asked = chat().ask('Hello', { tools: null as never });
    assert.deepEqual(await failure(asked), {
      code: plain,
      message: "The answer can't be shown. The log of Hosted Models says more.",
    });
    const [line = ''] = chat().world.log.lines.filter((one) => one.startsWith('error '));
    assert.match(line, /^error A request of VS Code's chat failed: \w+Error\n\s+at /u);
  });

  async function anyInformation() {
    const [model] = await chat().list();
    if (!model) throw new Error('No model is listed.');
    return model;
  }

  /** A model of a second connection, which has no key: the environment's is for its own address alone. */
  async function second(name: string) {
    const model = await anyInformation();
    const { world } = chat();
    await connect(world, { id: 'second', name: 'Second', url: otherUrl(world.service) });
    await choose(world, [{ connection: 'second', name }]);
    return { ...model, id: `second/${name}`, name };
  }
});

describe('A request of another extension that fails', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  it('has the code and the words of ours', async () => {
    const { service, model } = chat();
    for (const [status, code] of [
      [401, 'NoPermissions'],
      [404, 'NotFound'],
      [429, 'Blocked'],
      [400, undefined],
    ] as const) {
      const headers = { 'x-should-retry': 'false' };
      service.fail({ on: onChat, kind: 'status', status, body: { error: { message: 'No.' } }, headers });
      await assert.rejects(ask(model, 'Hello'), (error: vscode.LanguageModelError) => {
        assert.deepEqual([error.code, error.stack], [code, '']);
        return error.message.includes('No.') && error.message.includes(new URL(service.url).host);
      });
      service.clearFaults();
    }
    await offer([]);
    await assert.rejects(ask(model, 'Hello'), { code: 'NotFound' });
  });
});
