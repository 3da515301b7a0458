import type { ChatRequest } from '../../../../../src/api/types.ts';
import type { PromptRunOptions, RunEnd } from '../../../../../src/core/promptSets/ask/promptRun.ts';
import type { JudgePlan } from '../../../../../src/core/promptSets/judge/judgeRequests.ts';
import { judgeRun } from '../../../../../src/core/promptSets/judge/judgeRun.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { silent } from '../../fixtures.ts';
import { askService, checkExpected } from '../run/runBench.ts';

export const judgePlan: JudgePlan = {
  other: 1,
  judge: { connectionId: 'acme', name: 'qwen-72b' },
  template: '{{mark}}Q{{question}}{{mark}}A{{first}}{{mark}}B{{second}}{{mark}}',
};

export interface AskedOfJudge {
  question: string;
  first: string;
  second: string;
  request: ChatRequest;
}

/** A service whose judge answers like this; it is told what stands between the marks. */
export function judgeService(answer: (asked: AskedOfJudge) => string | Promise<string>) {
  return askService(async function* (request) {
    const text = String(request.messages.at(-1)?.content);
    const mark = text.slice(0, 16);
    const [, question = '', first = '', second = ''] = text.split(mark).map((part) => part.slice(1));
    yield { type: 'text', text: await answer({ question, first, second, request }) };
    yield { type: 'finish', reason: 'stop', complete: true };
  });
}

export function judgeAll(
  file: RunFile,
  service: PromptRunOptions['service'],
  options: Partial<PromptRunOptions> & { plan?: Partial<JudgePlan> } = {},
): Promise<RunEnd> {
  const { signal } = new AbortController();
  const { plan, ...rest } = options;
  const all = {
    service,
    concurrency: 3,
    signal,
    checker: { check: checkExpected },
    onWait: () => undefined,
    log: silent,
  };
  return judgeRun(file, { ...judgePlan, ...plan }, { ...all, ...rest });
}
