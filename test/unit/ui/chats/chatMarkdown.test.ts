import assert from 'node:assert/strict';
import type { Deployment } from '../../../../src/core/chats/tree/column.ts';
import type { Conversation, Turn } from '../../../../src/core/chats/tree/conversation.ts';
import type { Metrics } from '../../../../src/core/exchange/exchangeFields.ts';
import {
  chatMarkdown,
  figuresLine,
  withFencesClosed,
} from '../../../../src/ui/chats/transfer/chatMarkdown.ts';
import { chatOf, turnsOf } from '../../core/chats/chatScript.ts';
import { newAnswer, newQuestion, turnsIn } from '../../core/fixtures.ts';
import { usualTimeOf } from '../../cpuTime.ts';

const turns: Turn[] = [
  newQuestion('u1', undefined, 'Rewrite *this*.'),
  { ...newAnswer('a0', 'u1', 'Not shown.') },
  {
    ...newAnswer('a1', 'u1', 'Dear customer, …'),
    reasoning: 'Hm.',
    finishReason: 'stop',
    figures: { durationMs: 900, ttftMs: 420, tokensPerSecond: 60.6, completionTokens: 212 },
  },
];
const createdAt = Date.UTC(2026, 10, 18, 10, 42);
const conversation = chatOf(turns, 'a1', { title: 'Refund tone', createdAt });

const connectionNames = new Map([['acme', 'Acme']]);
const write = (chat: Conversation) => chatMarkdown({ conversation: chat, connectionNames });

describe('A chat as Markdown', () => {
  it('reads well by itself: title, model, then the shown turns with their figures', () => {
    assert.equal(
      write(conversation),
      `# Refund tone

- Model: tone (Acme)
- Started: 2026-11-18T10:42:00.000Z

## You

Rewrite *this*.

## tone

Dear customer, …

_0.42 s to first token · 61 tokens/s · 212 tokens · stop_
`,
    );
  });

  const withTurn = (turn: Turn, fields: Partial<Conversation> = {}) =>
    write({ ...conversation, ...fields, ...turnsOf([...turnsIn(conversation).values(), turn]) });

  it('leaves out the reasoning, which is not part of the answer', () => {
    const thinking = { ...newAnswer('a1', 'u1', 'Yes.'), reasoning: 'A secret thought', reasoningMs: 4200 };
    const text = withTurn(thinking);
    assert.ok(text.includes('Yes.') && !text.includes('secret'));
  });

  it('lists every setting that was set, as it was sent, each line of the system prompt quoted', () => {
    const settings = {
      ...{ systemPrompt: 'Be kind.\nBe short.', temperature: 0, topP: 0.9, maxTokens: 64 },
      ...{ stop: ['\n', '`'], seed: 0, presencePenalty: -1, frequencyPenalty: 1, extra: { top_k: 4 } },
    };
    const text = write({ ...conversation, settings });
    for (const lines of [
      '- Temperature: 0\n- Top P: 0.9\n- Max tokens: 64\n',
      '- System prompt:\n\n  > Be kind.\n  > Be short.\n',
      '- Seed: 0\n- Presence penalty: -1\n- Frequency penalty: 1\n- Stop sequences: `"\\n"`, ``"`"``\n- Extra JSON: `{"top_k":4}`\n',
    ])
      assert.ok(text.includes(lines), text);
  });

  it('closes the code that a cut answer left open, and starts with one heading whatever the title contains', () => {
    const cut = newAnswer('a1', 'u1', 'So:\n```js\nlet a\n~~~\n``');
    const text = withTurn(cut, { title: 'One\n# Two' });
    assert.ok(text.includes('let a\n~~~\n``\n```\n'), text);
    assert.ok(text.startsWith('# One # Two\n'), text);
    assert.ok(write({ ...conversation, title: '' }).startsWith('# tone\n'));
  });

  it('has tool calls as code', () => {
    const toolCalls = [{ id: 'c', name: 'get_order', arguments: '{"id":1}' }];
    const answer = { ...newAnswer('a1', 'u1', 'One moment.'), toolCalls };
    const text = write(chatOf([newQuestion('u1'), answer]));
    assert.ok(text.includes('One moment.\n\n```\nget_order({"id":1})\n```'), text);
  });

  it('says how an answer without text ended', () => {
    const empty = newAnswer('a1', 'u1', '');
    for (const [state, end] of [
      ['failed', '_No answer: the request failed._\n\n_failed_\n'],
      ['stopped', '_No answer._\n\n_stopped_\n'],
    ] as const)
      assert.ok(withTurn({ ...empty, state }).endsWith(`## tone\n\n${end}`), state);
  });
});

describe('The figures in an exported chat', () => {
  const line = (figures: Metrics, deployment?: Deployment) =>
    figuresLine({
      ...newAnswer('a1', 'u1', 'Hello'),
      state: 'complete',
      finishReason: 'stop',
      figures,
      ...(deployment && { deployment }),
    });

  it('mark a first request, whose first token may include loading the adapter', () => {
    const figures = { ttftMs: 41_500, completionTokens: 12, durationMs: 42_000 };
    assert.equal(
      line({ ...figures, isFirstRequest: true }),
      '41.5 s to first token (first request) · 12 tokens · stop',
    );
    assert.equal(line(figures), '41.5 s to first token · 12 tokens · stop');
  });

  it('name the deployment that answered, as far as the service told it', () => {
    const withDeployment = (deployment: Deployment) => line({ durationMs: 900 }, deployment);
    const createdAt = Date.UTC(2026, 10, 18, 10, 42) / 1000;
    assert.match(
      withDeployment({ hubRevision: '4f2c9ab17be0', createdAt }),
      /^stop · revision 4f2c9ab, deployed Nov 1[789], 2026/u,
    );
    assert.equal(withDeployment({ hubRevision: 'main' }), 'stop · revision main');
    assert.equal(withDeployment({ baseModelName: 'llama-3-8b' }), 'stop');
  });

  it('say so if they were measured while other answers streamed', () => {
    const together = { durationMs: 900, isTogether: true };
    assert.equal(
      line({ ...together, ttftMs: 420, completionTokens: 12 }),
      '0.42 s to first token · 12 tokens · measured while other answers were streaming · stop',
    );
    assert.equal(line(together), 'stop');
  });
});

describe('A code block left open', () => {
  it('is closed by the marks that opened it', () => {
    assert.equal(withFencesClosed('a\n````js\nb'), 'a\n````js\nb\n````');
    assert.equal(withFencesClosed('~~~\n```\nb\n'), '~~~\n```\nb\n~~~');
    assert.equal(withFencesClosed('a\r\n```js\r\nb\r\n'), 'a\r\n```js\r\nb\r\n```');
    for (const closed of ['a', '```\nb\n````  ', '```\r\nb\r\n```\r\n', '``` `b', '``\nb'])
      assert.equal(withFencesClosed(closed), closed);
  });

  it('is found in linear time', () => {
    for (const end of ['', '\u2028', '\r', '`']) {
      const ms = usualTimeOf(() =>
        withFencesClosed('`~'.replace(/./gu, (mark) => `${mark.repeat(200_000)}${end}\n`)),
      );
      assert.ok(ms < 1500, `${JSON.stringify(end)}: ${ms} ms`);
    }
  });
});
