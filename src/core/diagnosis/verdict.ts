import type { DoneStep, Step, StepName } from './diagnosis.ts';

/** What a diagnosis comes to. `remark`: it works, with something worth a word. */
export type Verdict =
  | { is: 'fault'; step: DoneStep }
  | { is: 'stopped' }
  | { is: 'remark'; step: DoneStep; hasChat: boolean }
  | { is: 'fine'; hasChat: boolean };

const networkNames: ReadonlySet<StepName> = new Set(['proxy', 'lookup', 'connect', 'tls']);

/** Whatever the probes of the network saw: where the service answers, its requests found another way. */
export function settle(steps: readonly Step[]): Step[] {
  const isAnswering = steps.some((step) => hasAnswer(step));
  return steps.map((step) =>
    isAnswering && step.outcome === 'failed' && networkNames.has(step.name)
      ? { ...step, outcome: 'warning' }
      : step,
  );
}

function hasAnswer(step: Step): boolean {
  if (step.outcome === 'skipped' || !('answer' in step.facts)) return false;
  const { answer, error } = step.facts;
  return answer !== undefined || error?.status !== undefined;
}

/** The first thing at fault, else the first that is worth a word. */
export function verdictOf(steps: readonly Step[]): Verdict {
  const done = steps.filter((step) => step.outcome !== 'skipped');
  const fault = done.find((step) => step.outcome === 'failed');
  if (fault) return { is: 'fault', step: fault };
  if (steps.some((step) => step.outcome === 'skipped' && step.because === 'stopped'))
    return { is: 'stopped' };
  const hasChat = done.some(({ name }) => name === 'chat');
  const remark = done.find((step) => step.outcome === 'warning');
  return remark ? { is: 'remark', step: remark, hasChat } : { is: 'fine', hasChat };
}
