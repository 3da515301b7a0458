import assert from 'node:assert/strict';
import { chatRequest, sentRequest } from '../../../../../src/core/chats/session/chatRequest.ts';
import type { Answer, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { contextOf } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { failed, newAnswer, newQuestion } from '../../fixtures.ts';
import { turnsOf, useBench } from '../chatScript.ts';

const ended = (id: string, question: string, state: Answer['state'], text = ''): Answer => ({
  ...newAnswer(id, question, text),
  state,
});
const contents = (...turns: Turn[]) => {
  const path = contextOf(turnsOf(turns), turns.at(-1)?.id, 'c-tone');
  return chatRequest('tone', {}, path).messages.map(({ role, content }) => `${role}: ${content}`);
};

describe('A chat’s request', () => {
  const one = newQuestion('u1', undefined, 'One');
  const three = (after: string) => newQuestion('u9', after, 'Three');
  const failedTwice = (state: Answer['state']) => [
    ...[one, newAnswer('a1', 'u1', 'Two'), newQuestion('u2', 'a1', 'Lost'), ended('a2', 'u2', state)],
    ...[newQuestion('u3', 'a2', 'Lost too'), ended('a3', 'u3', state), three('a3')],
  ];
  for (const [what, path, expected] of [
    ['no question that failed', failedTwice('failed'), ['user: One', 'assistant: Two', 'user: Three']],
    ['no question that was cut', failedTwice('cut'), ['user: One', 'assistant: Two', 'user: Three']],
    ['a question that is asked again', [one], ['user: One']],
    [
      'a question of which part was answered',
      [one, ended('a1', 'u1', 'failed', 'Tw'), three('a1')],
      ['user: One', 'assistant: Tw', 'user: Three'],
    ],
    [
      'a question whose answer was stopped, joined with the next',
      [one, ended('a1', 'u1', 'stopped'), three('a1')],
      ['user: One\n\nThree'],
    ],
    ['no answer without text', [one, newAnswer('a1', 'u1', ''), three('a1')], ['user: One\n\nThree']],
  ] as const) {
    it(`contains ${what}, and changes no turn`, () => {
      const before = structuredClone(path);
      assert.deepEqual(contents(...path), expected);
      assert.deepEqual(path, before);
    });
  }

  it('contains only what was set', () => {
    assert.deepEqual(chatRequest('tone', { systemPrompt: '' }, [{ question: one }]), {
      model: 'tone',
      messages: [{ role: 'user', content: 'One' }],
    });
    const all = { systemPrompt: 'Be kind.', temperature: 0, topP: 0, maxTokens: 1 };
    const keys = ['maxTokens', 'messages', 'model', 'temperature', 'topP'];
    assert.deepEqual(Object.keys(chatRequest('tone', all, [])).sort(), keys);
  });
});

describe('An answer’s request, rebuilt', () => {
  const bench = useBench();

  /** Asserts that the request rebuilt from the chat's file is the one that was sent. */
  async function assertSame(id = bench.last().id, call = bench.service.calls.at(-1)) {
    const stored = await bench.stored();
    const answer = stored.answers.get(id);
    assert.ok(answer);
    assert.deepEqual(sentRequest(stored, answer), call?.request);
  }

  it('is what was sent, with the turns before it, the settings of that time and no more', async () => {
    bench.session.setSettings({ systemPrompt: 'Be kind.', temperature: 0.2, extra: { top_k: 4, '1': 2 } });
    const first = await bench.exchange('One', 'Two');
    bench.session.setSettings({ seed: 3 });
    await bench.exchange('Three', 'Four');
    await assertSame();
    await assertSame(first.id, bench.service.calls[0]);
  });

  it('is right for an edited question and for another model', async () => {
    const { id, question } = await bench.exchange('One', 'Two');
    await bench.reply(() => bench.session.edit(question, 'Uno'), 'Dos');
    await assertSame();
    const llama = { connectionId: 'other', name: 'llama', settings: { topP: 0.5 } };
    await bench.reply(() => bench.session.regenerate(id, llama), 'Zwei');
    await assertSame();
  });

  it('contains, for a continued answer, the text so far', async () => {
    await bench.reply(
      () => bench.session.send('Tell'),
      (call) => call.say('Once ').fail(failed('network')),
    );
    await assertSame();
    await bench.reply(() => bench.session.continueAnswer(bench.last().id), 'upon');
    await assertSame();
  });
});
