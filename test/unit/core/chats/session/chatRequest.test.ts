import assert from 'node:assert/strict';
import { chatRequest } from '../../../../../src/core/chats/session/chatRequest.ts';
import type { AnswerTurn, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { answerTurn, userTurn } from '../../fixtures.ts';

const ended = (id: string, parent: string, state: AnswerTurn['state'], text = ''): AnswerTurn => ({
  ...answerTurn(id, parent, text),
  state,
});
const contents = (...path: Turn[]) =>
  chatRequest('tone', {}, path).messages.map(({ role, content }) => `${role}: ${content}`);

describe('A chat’s request', () => {
  const one = userTurn('u1', undefined, 'One');
  const three = (parent: string) => userTurn('u9', parent, 'Three');
  const failedTwice = (state: AnswerTurn['state']) => [
    ...[one, answerTurn('a1', 'u1', 'Two'), userTurn('u2', 'a1', 'Lost'), ended('a2', 'u2', state)],
    ...[userTurn('u3', 'a2', 'Lost too'), ended('a3', 'u3', state), three('a3')],
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
    ['no answer without text', [one, answerTurn('a1', 'u1', ''), three('a1')], ['user: One\n\nThree']],
  ] as const) {
    it(`contains ${what}, and changes no turn`, () => {
      const before = structuredClone(path);
      assert.deepEqual(contents(...path), expected);
      assert.deepEqual(path, before);
    });
  }

  it('contains only what was set', () => {
    assert.deepEqual(chatRequest('tone', { systemPrompt: '' }, [userTurn('u1', undefined, 'Hi')]), {
      model: 'tone',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const all = { systemPrompt: 'Be kind.', temperature: 0, topP: 0, maxTokens: 1 };
    const keys = ['maxTokens', 'messages', 'model', 'temperature', 'topP'];
    assert.deepEqual(Object.keys(chatRequest('tone', all, [])).sort(), keys);
  });
});
