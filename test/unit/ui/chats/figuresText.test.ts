import assert from 'node:assert/strict';
import type { Answer } from '../../../../src/core/chats/tree/conversation.ts';
import type { Metrics } from '../../../../src/core/exchange/exchangeFields.ts';
import { metricsText } from '../../../../src/ui/chats/page/metricsText.ts';

describe('The line of figures', () => {
  const lineOf = (figures?: Metrics, finishReason?: string, state: Answer['state'] = 'complete') =>
    metricsText({ state, ...(figures && { figures }), ...(finishReason !== undefined && { finishReason }) });
  const figures = { ttftMs: 420, tokensPerSecond: 61.4, completionTokens: 212, durationMs: 4000 };

  const first = '0.42 s to first token';
  const stopped = (reason?: string) => lineOf({ durationMs: 9, ttftMs: 420 }, reason, 'stopped');
  const more = (changes: Partial<Metrics>, reason?: string) => lineOf({ ...figures, ...changes }, reason);
  const cases: [what: string, line: string, expected: string][] = [
    ['names what was measured', more({}, 'stop'), `${first} · 61 tokens/s · 212 tokens · stop`],
    [
      'marks what is estimated, and a first request',
      more({ isEstimated: true, isFirstRequest: true }),
      '0.42 s to first token (first request) · ≈ 61 tokens/s · ≈ 212 tokens',
    ],
    [
      'says that other answers came at the same time',
      more({ isTogether: true }, 'stop'),
      '0.42 s to first token · 61 tokens/s · 212 tokens · stop · measured while other answers were streaming',
    ],
    ['is empty if nothing is known', lineOf(undefined), ''],
    ['leaves out what is unknown', lineOf({ durationMs: 9 }, 'length'), 'length'],
    ['counts one token', lineOf({ durationMs: 9, completionTokens: 1 }), '1 token'],
    ['says that the person stopped it, if the service gave no reason', stopped(), `${first} · stopped`],
    ['says why the service stopped', stopped('abort'), `${first} · abort`],
    ['says nothing of an answer that was cut', lineOf(undefined, undefined, 'cut'), ''],
  ];
  for (const [what, line, expected] of cases) it(what, () => assert.equal(line, expected));
});
