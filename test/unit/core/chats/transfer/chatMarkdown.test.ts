import assert from 'node:assert/strict';
import { chatRequest } from '../../../../../src/core/chats/session/chatMessages.ts';
import { chatMarkdown } from '../../../../../src/core/chats/transfer/chatMarkdown.ts';
import type { Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { answerTurn, userTurn } from '../../fixtures.ts';
import { emptyConversation } from '../chatScript.ts';
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
const conversation = emptyConversation({
  title: 'Refund tone',
  turns: new Map(turns.map((turn) => [turn.id, turn])),
  leaf: 'a1',
  createdAt: Date.UTC(2026, 10, 18, 10, 42),
});

describe('A chat as Markdown', () => {
  it('reads well by itself: title, model, then the shown turns with their figures', () => {
    assert.equal(
      chatMarkdown(conversation, 'Acme', words),
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
    const text = chatMarkdown({ ...conversation, turns }, 'Acme', words);
    assert.ok(text.includes('Yes.') && !text.includes('secret'));
  });

  it('lists the settings that were set, each line of the system prompt quoted', () => {
    const settings = { systemPrompt: 'Be kind.\nBe short.', temperature: 0, topP: 0.9, maxTokens: 64 };
    const text = chatMarkdown({ ...conversation, settings }, 'Acme', words);
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
    const text = chatMarkdown({ ...conversation, settings }, 'Acme', words);
    assert.ok(
      text.includes(
        '- Startwert: 0\n- Abzug eins: -1\n- Abzug zwei: 1\n- Ende bei: `"\\n"`, ``"`"``\n- Weiteres: `{"top_k":4}`\n',
      ),
      text,
    );
  });

  it('closes the code that a cut answer left open, and starts with one heading whatever the title contains', () => {
    const cut = answerTurn('a1', 'u1', 'So:\n```js\nlet a\n~~~\n``');
    const text = chatMarkdown(
      { ...conversation, title: 'One\n# Two', turns: new Map([...conversation.turns, ['a1', cut]]) },
      'Acme',
      words,
    );
    assert.ok(text.includes('let a\n~~~\n``\n```\n'), text);
    assert.ok(text.startsWith('# One # Two\n'), text);
    assert.ok(chatMarkdown({ ...conversation, title: '' }, 'Acme', words).startsWith('# tone\n'));
  });

  it('says how an answer without text ended, and leaves out missing figures', () => {
    const write = (turn: Turn, figures = words.figures) =>
      chatMarkdown({ ...conversation, turns: new Map([...conversation.turns, [turn.id, turn]]) }, 'Acme', {
        ...words,
        figures,
      });
    const empty = answerTurn('a1', 'u1', '');
    assert.ok(
      write({ ...empty, state: 'failed' }).endsWith('## tone\n\n_Die Anfrage schlug fehl._\n\n_failed_\n'),
    );
    assert.ok(write({ ...empty, state: 'stopped' }).endsWith('## tone\n\n_Keine Antwort._\n\n_stopped_\n'));
    assert.ok(write(answerTurn('a1', 'u1', 'Well.'), () => '').endsWith('## tone\n\nWell.\n'));
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
