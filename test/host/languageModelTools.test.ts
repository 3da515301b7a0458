import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { delta, doneEvent } from '../unit/api/harness.ts';
import { choose, message, type Part, type Setting, textIn, useDirectChat } from './support/directChat.ts';

const tools = [{ name: 'read_file', description: 'Reads.' }];
const required = { tools, toolMode: vscode.LanguageModelChatToolMode.Required };
const result = (callId: string, ...content: unknown[]) =>
  new vscode.LanguageModelToolResultPart(callId, content);

describe('The tools of VS Code’s chat', () => {
  const chat = useDirectChat();

  it('are sent as OpenAI’s functions, with parameters even for those that have none', async () => {
    const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    const offered: vscode.LanguageModelChatTool[] = [
      { name: 'read_file', description: 'Reads.', inputSchema: schema },
      { name: 'missing', description: '' },
    ];
    await chat().ask('Hello', { tools: offered });
    const parameters = { type: 'object', properties: {} };
    const [body] = chat().bodies;
    assert.deepEqual(body?.['tools'], [
      { type: 'function', function: { name: 'read_file', description: 'Reads.', parameters: schema } },
      { type: 'function', function: { name: 'missing', parameters } },
    ]);
    assert.equal(body?.['tool_choice'], undefined);
  });

  it('must be called if the caller requires it', async () => {
    await chat().ask('Hello', required);
    assert.equal(chat().bodies[0]?.['tool_choice'], 'required');
    await chat().ask('Hello', { toolMode: vscode.LanguageModelChatToolMode.Required });
    assert.equal(chat().bodies[1]?.['tool_choice'], undefined);
  });

  it('are not sent to a model without them', async () => {
    await choose(chat().world, [{ name: 'support-tone-v7', tools: 'off' }]);
    await chat().ask('Hello', required);
    assert.deepEqual(
      ['tools', 'tool_choice'].map((field) => chat().bodies[0]?.[field]),
      [undefined, undefined],
    );
  });

  it('fail in words if their arguments can’t be read', async () => {
    chat().fail({ kind: 'toolCalls', calls: [{ name: 'read_file', arguments: '{"path":' }] });
    const words =
      'support-tone-v7 called the tool read_file with arguments that are not JSON. Try again, or use another model.';
    await assert.rejects(chat().ask('Hello', { tools }), { message: words, stack: '' });
  });

  it('are read without their last brackets, unless the answer was cut', async () => {
    const calls = [{ name: 'read_file', arguments: '{"path":"a.txt"' }];
    chat().fail({ kind: 'toolCalls', calls });
    const parts = await chat().ask('Hello', { tools });
    const [input] = parts.flatMap(([kind, content]) => (kind === 'call' ? [content] : [])) as [
      { input: unknown },
    ];
    assert.deepEqual(input.input, { path: 'a.txt' });
    for (const end of ['length', 'content_filter', null]) {
      const call = { index: 0, id: 'a', type: 'function', function: calls[0] };
      chat().fail({
        kind: 'sse',
        text: [delta({ tool_calls: [call] }), delta({}, end), doneEvent],
        times: 1,
      });
      await assert.rejects(chat().ask('Hello', { tools }), /tool/u, `${end}`);
    }
  });

  it('fail in words if the limit of the answer was reached within their arguments', async () => {
    chat().fail({
      kind: 'toolCalls',
      calls: [{ name: 'read_file', arguments: '{"path":"a/long/name.txt"}' }],
    });
    chat().fail({ kind: 'lengthAfter', tokens: 2 });
    const words = 'Stopped at the token limit in the middle of a tool call.';
    const parts: Part[] = [];
    await assert.rejects(chat().ask('Hello', { tools }, undefined, parts), { message: words, stack: '' });
    assert.deepEqual(
      parts.map(([kind]) => kind),
      ['usage'],
    );
  });

  it('are told apart in a conversation whose service numbers the calls of each answer anew', async () => {
    const call = { id: 'call_0', name: 'read_file', arguments: '{}' };
    chat().fail({ kind: 'toolCalls', calls: [call] });
    const said = [
      message('user', 'Hello'),
      message('assistant', new vscode.LanguageModelToolCallPart('call_0', 'read_file', {})),
      message('user', result('call_0', new vscode.LanguageModelTextPart('text'))),
    ];
    const [first] = await chat().ask('Hello', { tools });
    const [second] = await chat().ask(said, { tools });
    const ids = [first, second].map((part) => (part?.[1] as { id: string } | undefined)?.id);
    assert.equal(ids[0], 'call_0');
    assert.match(ids[1] ?? '', /^[A-Za-z0-9]{9}$/u);
  });

  it('are told apart in one answer, even if the service gives them the same id, or none', async () => {
    for (const id of ['call_0', '']) {
      const call = { id, type: 'function', function: { name: 'list', arguments: '{}' } };
      const [one, two] = [0, 1].map((index) => delta({ tool_calls: [{ index, ...call }] }));
      chat().fail({ kind: 'sse', text: `${one}${two}${delta({}, 'tool_calls')}`, times: 1 });
      const parts = await chat().ask('Hello', { tools });
      const ids = parts.map(([, content]) => (content as { id: string }).id);
      assert.equal(ids.length, 2);
      assert.equal(new Set(ids).size, 2);
      assert.ok(!ids.includes(''));
    }
  });
});

describe('Tools that the service refuses', () => {
  const chat = useDirectChat();
  const note =
    /^_127\.0\.0\.1:\d+ refused tools for support-tone-v7, so the model answers without them\._\n\n/u;
  const words =
    /^127\.0\.0\.1:\d+ refused tools for support-tone-v7\. Choose a model that can call tools, or ask without them\. If the service takes them now, reload the window\.$/u;
  const refuse = () => chat().fail({ kind: 'refuseField', field: 'tools' });
  const set = (uses: Setting['tools'] & string) =>
    choose(chat().world, [{ name: 'support-tone-v7', tools: uses }]);
  const sentTools = () => chat().bodies.map((body) => 'tools' in body);

  it('are left out by themselves, and the answer says so each time', async () => {
    refuse();
    chat().fail({ kind: 'answer', text: 'Done.' });
    for (let times = 0; times < 2; times++) {
      const text = textIn(await chat().ask('Hello', { tools }));
      assert.match(text, note);
      assert.match(text, /Done\.$/u);
    }
    assert.deepEqual(sentTools(), [true, false, false]);
    assert.equal(textIn(await chat().ask('Hello')), 'Done.');
  });

  it('fail the request if the setting or the caller insists, without another one', async () => {
    refuse();
    await set('on');
    for (let times = 0; times < 2; times++) {
      await assert.rejects(chat().ask('Hello', { tools }), (error: Error) => {
        assert.match(error.message, words);
        assert.equal(error.stack, '');
        assert.ok(error instanceof vscode.LanguageModelError);
        return true;
      });
    }
    await set('auto');
    // With another setting they are tried again.
    await assert.rejects(chat().ask('Hello', required), ({ message: said }: Error) => words.test(said));
    await assert.rejects(chat().ask('Hello', required), ({ message: said }: Error) => words.test(said));
    assert.deepEqual(sentTools(), [true, true]);
  });

  it('fail the request if only the choice among them is refused, but a call is required', async () => {
    chat().fail({ kind: 'refuseField', field: 'tool_choice' });
    const said =
      /^support-tone-v7 can't be made to call a tool by 127\.0\.0\.1:\d+, which refused "tool_choice"\. /u;
    for (let times = 0; times < 2; times++)
      await assert.rejects(chat().ask('Hello', required), ({ message }: Error) => said.test(message));
    assert.deepEqual(sentTools(), [true]);
    assert.doesNotMatch(textIn(await chat().ask('Hello', { tools })), /refused/u);
  });

  it('don’t change the list: the model would vanish in the middle of a session', async () => {
    refuse();
    await chat().ask('Hello', { tools });
    const [model] = await chat().list();
    assert.equal(model?.capabilities.toolCalling, true);
    assert.equal(chat().changes, 0);
  });
});
