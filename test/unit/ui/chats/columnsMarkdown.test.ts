import assert from 'node:assert/strict';
import type { Vote } from '../../../../src/core/chats/tree/column.ts';
import type { AnswerTurn, Conversation, Turn } from '../../../../src/core/chats/tree/conversation.ts';
import { chatMarkdown } from '../../../../src/ui/chats/transfer/chatMarkdown.ts';
import { chatOf } from '../../core/chats/chatScript.ts';
import { answerTurn, column, userTurn } from '../../core/fixtures.ts';

const createdAt = Date.UTC(2026, 10, 18, 10, 42);
const connectionNames = new Map([['acme', 'Acme']]);
const figures = { durationMs: 1, ttftMs: 400 };
function answer(id: string, parent: string, name: string, more: Partial<AnswerTurn> = {}): AnswerTurn {
  return { ...answerTurn(id, parent, `Text of ${id}`), column: `c-${name}`, name, figures, ...more };
}

const both: Turn[] = [
  userTurn('u1', undefined, 'First?'),
  answer('a1', 'u1', 'base'),
  answer('a2', 'u1', 'tone'),
  { ...userTurn('u2', 'a1', 'Second?'), ask: 'q2' },
  { ...userTurn('u3', 'a2', 'Second?'), ask: 'q2' },
  answer('a3', 'u2', 'base'),
  answer('a4', 'u3', 'tone', { text: '', state: 'failed' }),
];
const [base, tone] = [column('base', { leaf: 'a3' }), column('tone', { leaf: 'a4' })];

/** A chat with two columns. */
const compared = (fields: Partial<Conversation> = {}, all: readonly Turn[] = both) =>
  chatMarkdown({
    conversation: chatOf(all, undefined, {
      ...{ title: 'Refund tone', settings: { temperature: 0 }, columns: [base, tone], createdAt },
      ...fields,
    }),
    connectionNames,
  });

function voteOn(ask: string, names: readonly string[], best?: string, more: Partial<Vote> = {}): Vote {
  const answers = ask === 'u1' ? ['a1', 'a2'] : ['a3', 'a4'];
  const among = names.map((name, at) => ({
    ...{ column: at === 0 ? 'c-base' : 'c-tone', connectionId: 'acme', name },
    answer: answers[at] ?? '',
  }));
  return { ask, ...(best !== undefined && { best }), among, at: 1, ...more };
}

describe('A chat with several columns as Markdown', () => {
  it('reads well by itself: models and settings, then each question once with every answer and vote', () => {
    const votes = [
      voteOn('u1', ['base', 'tone'], 'c-tone', { isBlind: true }),
      voteOn('q2', ['base', 'tone']),
    ];
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
    const text = compared({ columns: [base, { ...tone, leaf: 'a2' }] });
    assert.ok(text.includes('### base\n\nText of a3'), text);
    assert.ok(text.endsWith('### tone\n\n_Not asked._\n'), text);
  });

  it('says which question was sent without the earlier ones', () => {
    const alone: Turn[] = [
      { ...userTurn('u9', 'q2', 'Alone?'), isAlone: true },
      answer('a9', 'u9', 'base'),
      answer('b9', 'u9', 'tone'),
    ];
    const columns = [column('base', { leaf: 'a9' }), column('tone', { leaf: 'b9' })] as const;
    const text = compared({ columns }, [...both, ...alone]);
    const said = '_Sent without the earlier turns._';
    assert.ok(text.includes(`## You\n\nAlone?\n\n${said}\n\n### base\n\nText of a9`), text);
    assert.equal(text.split(said).length, 2);
  });

  it('tells two columns of one model apart, and names the model of an answer from before a change', () => {
    const twice = compared({ columns: [{ ...base, name: 'tone' }, tone] });
    assert.ok(twice.includes('  - tone (Acme)\n  - tone (2) (Acme)\n'), twice);
    assert.ok(twice.includes('### base\n\nText of a1'), twice);
    const votes = [voteOn('u1', ['base', 'older'], 'c-tone')];
    assert.ok(compared({ votes }).includes('_Voted better: older_'));
  });

  it('leaves out a vote on answers that are not shown', () => {
    const vote = voteOn('u1', ['base', 'tone'], 'c-tone');
    const elsewhere = { ...vote, among: vote.among.map((one) => ({ ...one, answer: `${one.answer}-old` })) };
    assert.ok(!compared({ votes: [elsewhere] }).includes('Voted'));
    const tie = voteOn('u1', ['base', 'tone'], undefined, { isBlind: true });
    assert.ok(compared({ votes: [tie] }).includes('_Voted, blind: tie_'));
    assert.ok(compared({ votes: [vote] }).includes('_Voted better: tone_'));
  });
});

describe('A blind question as Markdown', () => {
  const blind = (isRevealed?: boolean): Turn[] => [
    {
      ...{ ...userTurn('u1', undefined, 'Which?'), isAlone: true },
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
    const alone: Turn[] = [
      { ...userTurn('u9', 'q2', 'Which?'), ...(asked?.role === 'user' && asked), id: 'u9', parent: 'q2' },
      ...answers.map((one): Turn => ({ ...one, id: `${one.id}-blind`, parent: 'u9' }) as Turn),
    ];
    const columns = [column('base', { leaf: 'a3-blind' }), column('tone', { leaf: 'a4-blind' })] as const;
    const text = compared({ columns }, [...both, ...alone]);
    assert.ok(text.includes('### base\n\nText of a1'), text);
    assert.doesNotMatch(text, /Acme|Models/u);
    assert.ok(text.includes('### A\n\nText of a4\n\n### B\n\nText of a3\n'), text);
  });
});
