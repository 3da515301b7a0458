import assert from 'node:assert/strict';
import { sameAnswers } from '../../../../../src/core/chats/columns/questions.ts';
import type { AnswerTurn } from '../../../../../src/core/chats/tree/conversation.ts';
import { answerTurn } from '../../fixtures.ts';

describe('The same answers', () => {
  const answer = (text: string, more: Partial<AnswerTurn> = {}) => ({
    ...answerTurn('a', 'u', text),
    ...more,
  });
  const groups = (...answers: AnswerTurn[]) =>
    sameAnswers(answers.map((one, at) => ({ ...one, id: `c${at}` }))).map((group) =>
      group.map(({ id }) => id),
    );

  it('are groups of columns, whatever white space is around the text', () => {
    assert.deepEqual(groups(answer('Yes.'), answer(' Yes.\n')), [['c0', 'c1']]);
    assert.deepEqual(groups(answer('Yes.'), answer('No.'), answer('Yes.'), answer('No.')), [
      ['c0', 'c2'],
      ['c1', 'c3'],
    ]);
    assert.deepEqual(groups(answer('Yes.'), answer('Yes. '), answer('No.'), answer('Yes.')), [
      ['c0', 'c1', 'c3'],
    ]);
  });

  it('are none if they differ, even in one letter', () => {
    assert.deepEqual(groups(answer('Yes.'), answer('yes.')), []);
    assert.deepEqual(groups(answer('Yes.')), []);
  });

  it('are none that are empty, missing or still on their way', () => {
    assert.deepEqual(groups(answer(''), answer(' ')), []);
    assert.deepEqual(groups(), []);
    assert.deepEqual(
      groups(answer('Yes.', { state: 'streaming' }), answer('Yes.', { state: 'streaming' })),
      [],
    );
  });
});
