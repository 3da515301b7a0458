import type { DoneStep, Step, StepName } from './diagnosis.ts';

/** The result of a diagnosis. `remark`: it works, with something worth mentioning. */
export type Verdict =
  | { is: 'fault'; step: DoneStep }
  | { is: 'stopped' }
  | { is: 'remark'; step: DoneStep; hasChat: boolean }
  | { is: 'fine'; hasChat: boolean };

const networkNames: ReadonlySet<StepName> = new Set(['proxy', 'lookup', 'connect', 'tls']);

/** If the service answered, failed network probes become warnings: its requests found another route. */
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

/** Returns the first fault, otherwise the first thing worth mentioning. */
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
