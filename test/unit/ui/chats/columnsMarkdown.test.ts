import assert from 'node:assert/strict';
import type { Vote } from '../../../../src/core/chats/tree/column.ts';
import type { Answer, Conversation, Turn } from '../../../../src/core/chats/tree/conversation.ts';
import { chatMarkdown } from '../../../../src/ui/chats/transfer/chatMarkdown.ts';
import { chatOf } from '../../core/chats/chatScript.ts';
import { alone, column, newAnswer, newQuestion } from '../../core/fixtures.ts';

const createdAt = Date.UTC(2026, 10, 18, 10, 42);
const connectionNames = new Map([['acme', 'Acme']]);
const figures = { durationMs: 1, ttftMs: 400 };
function answer(id: string, question: string, name: string, more: Partial<Answer> = {}): Answer {
  return { ...newAnswer(id, question, `Text of ${id}`), column: `c-${name}`, name, figures, ...more };
}

const both: Turn[] = [
  newQuestion('u1', undefined, 'First?'),
  answer('a1', 'u1', 'base'),
  answer('a2', 'u1', 'tone'),
  { ...newQuestion('u2', undefined, 'Second?'), after: { 'c-base': 'a1', 'c-tone': 'a2' } },
  answer('a3', 'u2', 'base'),
  answer('a4', 'u2', 'tone', { text: '', state: 'failed' }),
];
const [base, tone] = [column('base', { last: 'a3' }), column('tone', { last: 'a4' })];

/** A chat with two columns. */
const compared = (fields: Partial<Conversation> = {}, all: readonly Turn[] = both) =>
  chatMarkdown({
    conversation: chatOf(all, undefined, {
      ...{ title: 'Refund tone', settings: { temperature: 0 }, columns: [base, tone], createdAt },
      ...fields,
    }),
    connectionNames,
  });

function voteOn(question: string, best?: string, more: Partial<Vote> = {}): Vote {
  const among = question === 'u1' ? ['a1', 'a2'] : ['a3', 'a4'];
  return { question, ...(best !== undefined && { best }), among, at: 1, ...more };
}

describe('A chat with several columns as Markdown', () => {
  it('reads well by itself: models and settings, then each question once with every answer and vote', () => {
    const votes = [voteOn('u1', 'c-tone', { isBlind: true }), voteOn('u2')];
    assert.equal(
      compared({ votes }),
      `# Refund tone

- Models:
  - base (Acme)
  - tone (Acme)
- Started: 2026-11-18T10:42:00.000Z
- Temperature: 0

## You

First?

_Voted better, blind: tone_

### base

Text of a1

_0.40 s to first token · complete_

### tone

Text of a2

_0.40 s to first token · complete_

## You

Second?

_Voted: tie_

### base

Text of a3

_0.40 s to first token · complete_

### tone

_No answer: the request failed._

_0.40 s to first token · failed_
`,
    );
  });

  it('lists what a column is asked with in place of the shared settings', () => {
    const own = { ...tone, settings: { seed: 7, systemPrompt: 'Be kind.\n\nBe short.' } };
    const lines = `  - base (Acme)
  - tone (Acme), with its own settings:
    - Seed: 7
    - System prompt:

      > Be kind.
      >${' '}
      > Be short.
- Started`;
    assert.ok(compared({ columns: [base, own] }).includes(lines));
    const none = compared({ columns: [base, { ...tone, settings: {} }] });
    assert.ok(none.includes('  - tone (Acme), with its own settings: none\n- Started'), none);
  });

  it('says which column was not asked a question, or has answered it elsewhere only', () => {
    const text = compared({ columns: [base, { ...tone, last: 'a2' }] });
    assert.ok(text.includes('### base\n\nText of a3'), text);
    assert.ok(text.endsWith('### tone\n\n_Not asked._\n'), text);
  });

  it('says which question was sent without the earlier ones', () => {
    const last: Turn[] = [
      alone('u9', 'u2', 'Alone?'),
      answer('a9', 'u9', 'base'),
      answer('b9', 'u9', 'tone'),
    ];
    const columns = [column('base', { last: 'a9' }), column('tone', { last: 'b9' })] as const;
    const text = compared({ columns }, [...both, ...last]);
    const said = '_Sent without the earlier turns._';
    assert.ok(text.includes(`## You\n\nAlone?\n\n${said}\n\n### base\n\nText of a9`), text);
    assert.equal(text.split(said).length, 2);
  });

  it('tells two columns of one model apart, and names the model of an answer from before a change', () => {
    const twice = compared({ columns: [{ ...base, name: 'tone' }, tone] });
    assert.ok(twice.includes('  - tone (Acme)\n  - tone (2) (Acme)\n'), twice);
    assert.ok(twice.includes('### base\n\nText of a1'), twice);
    const older = both.map((turn) => (turn.id === 'a2' ? { ...turn, name: 'older' } : turn));
    assert.ok(compared({ votes: [voteOn('u1', 'c-tone')] }, older).includes('_Voted better: older_'));
  });

  it('leaves out a vote on answers that are not shown', () => {
    const vote = voteOn('u1', 'c-tone');
    const elsewhere = { ...vote, among: vote.among.map((id) => `${id}-old`) };
    assert.ok(!compared({ votes: [elsewhere] }).includes('Voted'));
    const tie = voteOn('u1', undefined, { isBlind: true });
    assert.ok(compared({ votes: [tie] }).includes('_Voted, blind: tie_'));
    assert.ok(compared({ votes: [vote] }).includes('_Voted better: tone_'));
  });
});

describe('A blind question as Markdown', () => {
  const blind = (isRevealed?: boolean): Turn[] => [
    {
      ...alone('u1', undefined, 'Which?'),
      blind: { order: ['c-tone', 'c-base'], ...(isRevealed && { isRevealed }) },
    },
    answer('a3', 'u1', 'base'),
    answer('a4', 'u1', 'tone'),
  ];

  it('has letters in the order that was drawn, and no model, connection, setting or figure of any', () => {
    const own = { ...tone, settings: { seed: 7 } };
    const text = compared({ columns: [base, own] }, blind());
    assert.ok(text.includes('### A\n\nText of a4\n\n### B\n\nText of a3\n'), text);
    assert.doesNotMatch(text, /base|Acme|first token|Seed|### tone/u);
    assert.ok(compared({ title: '' }, blind()).startsWith('# Blind comparison\n'));
  });

  it('names the models once it is revealed, in the same order', () => {
    const text = compared({}, blind(true));
    assert.ok(text.includes('- Models:\n  - base (Acme)\n  - tone (Acme)'), text);
    const answer = '### tone\n\nText of a4\n\n_0.40 s to first token · complete_\n\n### base\n';
    assert.ok(text.includes(answer), text);
  });

  it('leaves the names under the questions that are not hidden, whose order says nothing of it', () => {
    const [asked, ...answers] = blind();
    const last: Turn[] = [
      { ...asked, id: 'u9', below: 'u2' } as Turn,
      ...answers.map((one): Turn => ({ ...one, id: `${one.id}-blind`, question: 'u9' }) as Turn),
    ];
    const columns = [column('base', { last: 'a3-blind' }), column('tone', { last: 'a4-blind' })] as const;
    const text = compared({ columns }, [...both, ...last]);
    assert.ok(text.includes('### base\n\nText of a1'), text);
    assert.doesNotMatch(text, /Acme|Models/u);
    assert.ok(text.includes('### A\n\nText of a4\n\n### B\n\nText of a3\n'), text);
  });
});
