import assert from 'node:assert/strict';
import { compareMarkdown } from '../../../../../src/core/chats/columns/compareMarkdown.ts';
import type { Comparison } from '../../../../../src/core/chats/tree/comparison.ts';
import type { AnswerTurn, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { answerTurn, userTurn } from '../../fixtures.ts';
import { emptyConversation } from '../chatScript.ts';
import { markdownWords } from '../transfer/markdownWords.ts';
import { columnsOf, voteOn } from './columns.ts';

const models = ['base', 'tone'];
const [base = { id: '', connectionId: '', model: '' }, tone = base] = columnsOf(...models);

function answer(id: string, parent: string, at: 0 | 1, more: Partial<AnswerTurn> = {}): AnswerTurn {
  const { id: column, model } = at === 0 ? base : tone;
  const figures = { durationMs: 1, ttftMs: 400 + at };
  return { ...answerTurn(id, parent, `Text of ${id}`), column, model, figures, ...more };
}

const turns: Turn[] = [
  userTurn('u1', undefined, 'First?'),
  answer('a1', 'u1', 0),
  answer('a2', 'u1', 1),
  { ...userTurn('u2', 'a1', 'Second?'), ask: 'q2', at: 2000 },
  { ...userTurn('u3', 'a2', 'Second?'), ask: 'q2', at: 2000 },
  answer('a3', 'u2', 0),
  answer('a4', 'u3', 1, { text: '', state: 'failed' }),
];

function exported(comparison: Partial<Comparison> = {}, all: readonly Turn[] = turns): string {
  const columns = [
    { ...base, leaf: 'a3' },
    { ...tone, leaf: 'a4' },
  ];
  const compared = { columns, votes: [], ...comparison };
  const conversation = emptyConversation({
    title: 'Refund tone',
    settings: { temperature: 0 },
    turns: new Map(all.map((turn) => [turn.id, turn])),
    comparison: compared,
    createdAt: Date.UTC(2026, 10, 18, 10, 42),
  });
  const connectionNames = new Map([['acme', 'Acme']]);
  return compareMarkdown({ conversation, connectionNames }, compared, markdownWords);
}

describe('A comparison as Markdown', () => {
  it('reads well by itself: models and settings, then each question once with every answer and vote', () => {
    const votes = [voteOn(models, 1, { ask: 'u1', isBlind: true }), voteOn(models, undefined, { ask: 'q2' })];
    assert.equal(
      exported({ votes }),
      `# Refund tone

- Modelle:
  - base (Acme)
  - tone (Acme)
- Begonnen: 2026-11-18T10:42:00.000Z
- Temperatur: 0

## Ich

First?

_Gewählt, verdeckt: tone_

### base

Text of a1

_400 ms · complete_

### tone

Text of a2

_401 ms · complete_

## Ich

Second?

_Gewählt: keines_

### base

Text of a3

_400 ms · complete_

### tone

_Die Anfrage schlug fehl._

_401 ms · failed_
`,
    );
  });

  it('lists what a column is asked with in place of the shared settings', () => {
    const own = { ...tone, settings: { seed: 7, systemPrompt: 'Be kind.\n\nBe short.' } };
    assert.ok(
      exported({ columns: [base, own] }).includes(
        `  - base (Acme)
  - tone (Acme), mit eigenen Einstellungen:
    - Startwert: 7
    - Vorgabe:

      > Be kind.
      >${' '}
      > Be short.
- Begonnen`,
      ),
    );
    const none = exported({ columns: [base, { ...tone, settings: {} }] });
    assert.ok(none.includes('  - tone (Acme), mit eigenen Einstellungen: keine\n- Begonnen'), none);
  });

  it('has the turns from before the comparison once, with their own model', () => {
    const before = { ...answerTurn('a1', 'u1', 'Earlier.'), model: 'old' };
    const asked: Turn = { ...userTurn('u2', 'a1', 'And now?'), at: 2000 };
    const text = exported({}, [userTurn('u1'), before, asked, answer('a3', 'u2', 0), answer('a4', 'u2', 1)]);
    const headings = text.split('\n').filter((line) => line.startsWith('##'));
    assert.deepEqual(headings, ['## Ich', '### old', '## Ich', '### base', '### tone']);
  });

  it('says which columns a question was asked of, and which of them have no answer', () => {
    const columns = [
      { ...base, leaf: 'a3' },
      { ...tone, leaf: 'u1' },
    ];
    const text = exported({ columns });
    assert.ok(
      text.includes('### tone\n\n_Keine Antwort._\n\n## Ich\n\nSecond?\n\n_Nur an base._\n\n### base'),
      text,
    );
  });

  it('tells two columns of one model apart, and names the model of an answer from before a change', () => {
    const columns = [
      { ...base, model: 'tone', leaf: 'a1' },
      { ...tone, leaf: 'a2' },
    ];
    const votes = [voteOn(['tone', 'tone'], 1, { ask: 'u1' })];
    const text = exported({ columns, votes });
    assert.ok(text.includes('  - tone (Acme)\n  - tone (2) (Acme)\n'), text);
    assert.ok(text.includes('_Gewählt: tone (2)_\n\n### base\n\nText of a1'), text);
    assert.ok(text.includes('### tone (2)\n\nText of a2'), text);
    const changed = exported({ votes: [voteOn(['base', 'older'], 1, { ask: 'u1' })] });
    assert.ok(changed.includes('_Gewählt: older_'), changed);
  });

  it('has letters in place of models, and neither connections nor figures, while those are hidden', () => {
    const text = exported({ blind: 'hidden' });
    assert.ok(text.includes('- Modelle:\n  - A\n  - B\n- Begonnen'), text);
    assert.ok(text.includes('### A\n\nText of a1\n\n### B\n\nText of a2\n\n## Ich'), text);
    assert.doesNotMatch(text, /base|Acme|ms ·/u);
    assert.match(exported({ blind: 'revealed' }), /### base/u);
  });
});
