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

describe('A question whose answer failed before any text', () => {
  for (const state of ['failed', 'cut'] as const) {
    it(`is left out of later requests (${state})`, () => {
      assert.deepEqual(
        contents(
          userTurn('u1', undefined, 'One'),
          answerTurn('a1', 'u1', 'Two'),
          userTurn('u2', 'a1', 'Lost'),
          ended('a2', 'u2', state),
          userTurn('u3', 'a2', 'Lost too'),
          ended('a3', 'u3', state),
          userTurn('u4', 'a3', 'Three'),
        ),
        ['user: One', 'assistant: Two', 'user: Three'],
      );
    });
  }

  it('is asked when it is asked again', () => {
    assert.deepEqual(contents(userTurn('u1', undefined, 'One')), ['user: One']);
  });

  it('stays if part of the answer came', () => {
    const path = [
      userTurn('u1', undefined, 'One'),
      ended('a1', 'u1', 'failed', 'Tw'),
      userTurn('u2', 'a1', 'Three'),
    ];
    assert.deepEqual(contents(...path), ['user: One', 'assistant: Tw', 'user: Three']);
  });

  it('stays, joined with the next, if the user stopped the answer', () => {
    const path = [
      userTurn('u1', undefined, 'One'),
      ended('a1', 'u1', 'stopped'),
      userTurn('u2', 'a1', 'Three'),
    ];
    assert.deepEqual(contents(...path), ['user: One\n\nThree']);
  });
});

describe('A chat’s request', () => {
  it('contains only what was set', () => {
    assert.deepEqual(chatRequest('tone', {}, [userTurn('u1', undefined, 'Hi')]), {
      model: 'tone',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const all = { systemPrompt: 'Be kind.', temperature: 0, topP: 0, maxTokens: 1 };
    assert.deepEqual(Object.keys(chatRequest('tone', all, [])).sort(), [
      'maxTokens',
      'messages',
      'model',
      'temperature',
      'topP',
    ]);
  });

  it('leaves out an answer without text, and joins what the person said around it', () => {
    const path = [userTurn('u1'), answerTurn('a1', 'u1', ''), userTurn('u2', 'a1')];
    assert.deepEqual(chatRequest('tone', { systemPrompt: '' }, path).messages, [
      { role: 'user', content: 'u1\n\nu2' },
    ]);
  });

  it('changes no turn of the conversation', () => {
    const path = [userTurn('u1'), userTurn('u2', 'u1')];
    chatRequest('tone', {}, path);
    assert.deepEqual(path, [userTurn('u1'), userTurn('u2', 'u1')]);
  });
});
