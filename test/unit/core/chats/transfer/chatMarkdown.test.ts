import assert from 'node:assert/strict';
import { chatMarkdown } from '../../../../../src/core/chats/transfer/chatMarkdown.ts';
import type { Conversation, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { answerTurn, userTurn } from '../../fixtures.ts';
import { chatOf } from '../chatScript.ts';
import { markdownWords as words } from './markdownWords.ts';

const turns: Turn[] = [
  userTurn('u1', undefined, 'Rewrite *this*.'),
  { ...answerTurn('a0', 'u1', 'Not shown.') },
  {
    ...answerTurn('a1', 'u1', 'Dear customer, …'),
    reasoning: 'Hm.',
    finishReason: 'stop',
    figures: { durationMs: 900, ttftMs: 420, tokensPerSecond: 60.6, completionTokens: 212 },
  },
];
const createdAt = Date.UTC(2026, 10, 18, 10, 42);
const conversation = chatOf(turns, 'a1', { title: 'Refund tone', createdAt });

const connectionNames = new Map([['acme', 'Acme']]);
const write = (chat: Conversation, texts = words) =>
  chatMarkdown({ conversation: chat, connectionNames }, texts);

describe('A chat as Markdown', () => {
  it('reads well by itself: title, model, then the shown turns with their figures', () => {
    assert.equal(
      write(conversation),
      `# Refund tone

- Modell: tone (Acme)
- Begonnen: 2026-11-18T10:42:00.000Z

## Ich

Rewrite *this*.

## tone

Dear customer, …

_420 ms · complete_
`,
    );
  });

  it('leaves out the reasoning, which is not part of the answer', () => {
    const thinking = { ...answerTurn('a1', 'u1', 'Yes.'), reasoning: 'A secret thought', reasoningMs: 4200 };
    const turns = new Map([...conversation.turns, [thinking.id, thinking]]);
    const text = write({ ...conversation, turns });
    assert.ok(text.includes('Yes.') && !text.includes('secret'));
  });

  it('lists the settings that were set, each line of the system prompt quoted', () => {
    const settings = { systemPrompt: 'Be kind.\nBe short.', temperature: 0, topP: 0.9, maxTokens: 64 };
    const text = write({ ...conversation, settings });
    assert.ok(text.includes('- Temperatur: 0\n- Top-P: 0.9\n- Höchstens: 64\n'));
    assert.ok(text.includes('- Vorgabe:\n\n  > Be kind.\n  > Be short.\n'));
  });

  it('lists every other setting that was set, as it was sent', () => {
    const settings = {
      stop: ['\n', '`'],
      seed: 0,
      presencePenalty: -1,
      frequencyPenalty: 1,
      extra: { top_k: 4 },
    };
    const text = write({ ...conversation, settings });
    assert.ok(
      text.includes(
        '- Startwert: 0\n- Abzug eins: -1\n- Abzug zwei: 1\n- Ende bei: `"\\n"`, ``"`"``\n- Weiteres: `{"top_k":4}`\n',
      ),
      text,
    );
  });

  it('closes the code that a cut answer left open, and starts with one heading whatever the title contains', () => {
    const cut = answerTurn('a1', 'u1', 'So:\n```js\nlet a\n~~~\n``');
    const text = write({
      ...conversation,
      title: 'One\n# Two',
      turns: new Map([...conversation.turns, ['a1', cut]]),
    });
    assert.ok(text.includes('let a\n~~~\n``\n```\n'), text);
    assert.ok(text.startsWith('# One # Two\n'), text);
    assert.ok(write({ ...conversation, title: '' }).startsWith('# tone\n'));
  });

  it('says how an answer without text ended, and leaves out missing figures', () => {
    const written = (turn: Turn, figures = words.figures) =>
      write(
        { ...conversation, turns: new Map([...conversation.turns, [turn.id, turn]]) },
        { ...words, figures },
      );
    const empty = answerTurn('a1', 'u1', '');
    assert.ok(
      written({ ...empty, state: 'failed' }).endsWith('## tone\n\n_Die Anfrage schlug fehl._\n\n_failed_\n'),
    );
    assert.ok(written({ ...empty, state: 'stopped' }).endsWith('## tone\n\n_Keine Antwort._\n\n_stopped_\n'));
    assert.ok(written(answerTurn('a1', 'u1', 'Well.'), () => '').endsWith('## tone\n\nWell.\n'));
  });
});
