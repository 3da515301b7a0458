import type { Step, VscodeChatFacts, WhyMissing } from './diagnosis.ts';
import type { StepLog } from './stepLog.ts';

/** The models of one connection that the user added to VS Code's chat, by their names. */
export interface VscodeChatModels {
  added: readonly string[];
  /** Asks VS Code; `undefined` if it fails, does not answer in time, or the diagnosis is stopped. Never rejects. */
  listed: () => Promise<ReadonlySet<string> | undefined>;
  /** Whether the extension gives the model to VS Code. Call after `listed`, which loads what was kept. */
  isOffered: (name: string) => boolean;
}

/** Compares what was added to VS Code's chat with what VS Code lists. `inService`: the names that the service just listed. */
export async function takeVscodeChatStep(
  log: StepLog,
  { added, listed, isOffered }: VscodeChatModels,
  inService: ReadonlySet<string>,
): Promise<void> {
  if (added.length === 0) return log.skip(['vscodeChat'], 'noneAdded');
  await log.take('vscodeChat', async () => {
    const names = await listed();
    if (!names) return { outcome: 'warning', facts: { added: added.length, missing: [], isLate: true } };
    const isWhole = hasWholeLists(log.steps);
    const whyMissing = (name: string): WhyMissing => {
      if (isWhole && !inService.has(name)) return 'notInService';
      if (isOffered(name)) return 'leftOut';
      return inService.has(name) ? 'notRefreshed' : 'unknown';
    };
    const missing = added
      .filter((name) => !names.has(name))
      .map((name) => ({ name, because: whyMissing(name) }));
    const facts: VscodeChatFacts = { added: added.length, missing, isLate: false };
    return { outcome: missing.length > 0 ? 'warning' : 'ok', facts };
  });
}

/** Whether a model that is in neither list is not listed by the service. */
function hasWholeLists(steps: readonly Step[]): boolean {
  return steps.every((step) => {
    if (step.name !== 'listLoras' && step.name !== 'listBaseModels') return true;
    return step.outcome !== 'skipped' && !step.facts.error && step.facts.skipped === 0;
  });
}
