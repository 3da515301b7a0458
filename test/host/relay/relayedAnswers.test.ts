import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, useVscodeChat } from '../support/vscodeChat.ts';

// What aimock answers is in test/servers/apps/aimock.mjs.
const { LanguageModelChatMessage: Message } = vscode;
// VS Code itself reads pictures, and makes large ones smaller.
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const readFile = { name: 'read_file', description: 'Reads a file.', inputSchema: { type: 'object' } };

describe('VS Code’s chat with aimock behind the service', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  it('gets an answer piece by piece', async () => {
    const { stream } = await chat().model.sendRequest([Message.User('Hello')]);
    const pieces: string[] = [];
    for await (const part of stream)
      if (part instanceof vscode.LanguageModelTextPart) pieces.push(part.value);
    assert.equal(pieces.join(''), 'Hello from aimock');
    assert.ok(pieces.length > 1, JSON.stringify(pieces));
  });

  it('gets the usage', async () => {
    const { usage } = await ask(chat().model, 'Count what it costs');
    assert.deepEqual(usage, { prompt_tokens: 123, completion_tokens: 45, total_tokens: 168 });
  });

  it('gets reasoning apart from the text', async () => {
    const { text, thinking } = await ask(chat().model, 'Think');
    assert.deepEqual([text, thinking], ['Yes.', 'Let me see.']);
  });

  it('calls a tool, and answers from its result', async () => {
    const { model } = chat();
    const asked = Message.User('Read a.txt');
    const { calls } = await ask(model, [asked], { tools: [readFile] });
    assert.deepEqual(
      calls.map(({ callId, name, input }) => ({ callId, name, input })),
      [{ callId: 'call_aimock', name: 'read_file', input: { path: 'a.txt' } }],
    );
    const result = new vscode.LanguageModelToolResultPart('call_aimock', [
      new vscode.LanguageModelTextPart('forty-two'),
    ]);
    const { text } = await ask(model, [asked, Message.Assistant(calls), Message.User([result])], {
      tools: [readFile],
    });
    assert.equal(text, 'It says forty-two.');
  });

  it('gets text and a tool call in one answer', async () => {
    const { text, calls } = await ask(chat().model, 'Say and call', { tools: [readFile] });
    assert.deepEqual([text, calls.map(({ name }) => name)], ['I look.', ['read_file']]);
  });

  it('sends a system message as one', async () => {
    const system = new Message(3 as vscode.LanguageModelChatMessageRole, 'You are a pirate.');
    const { text } = await ask(chat().model, [system, Message.User('Who are you?')]);
    assert.equal(text, 'A pirate from aimock');
  });

  it('sends a picture', async () => {
    const picture = vscode.LanguageModelDataPart.image(Buffer.from(dot, 'base64'), 'image/png');
    const { text } = await ask(chat().model, [
      Message.User([new vscode.LanguageModelTextPart('Hello'), picture]),
    ]);
    assert.equal(text, 'Hello from aimock');
  });

  it('says that an answer was empty', async () => {
    assert.equal((await ask(chat().model, 'Nothing')).text, 'The model gave an empty answer.');
  });

  it('fails in the server’s words', async () => {
    await assert.rejects(
      ask(chat().model, 'Fail'),
      /^LanguageModelError: The engine is on fire\.\n.* answered 400\.$/u,
    );
  });

  it('fails if the answer breaks off', async () => {
    await assert.rejects(ask(chat().model, 'Break off'), /Cut off: the connection closed before/u);
  });

  it('fails in words for what aimock does not know', async () => {
    await assert.rejects(
      ask(chat().model, 'Something else'),
      /doesn't know the model support-tone-v7 \(404\)\.\nNo fixture matched/u,
    );
  });
});
