import type { Locator } from 'playwright-core';
import type { Deletion } from './agreements.ts';
import { answerMany } from './answerMany.ts';
import { firstOf } from './firstOf.ts';
import { readReport } from './reportOnScreen.ts';
import { hasLeft, judgeReport, tryAgain } from './reports.ts';
import { nextFrame, onRows } from './screen.ts';
import type { StepOf } from './sequenceSteps.ts';
import type { SequenceWorld } from './sequenceWorld.ts';

type Many = StepOf<'rows'> | StepOf<'palette'> | StepOf<'again'>;

/** *Clean Up LoRAs…* from rows, from the palette, or again from a report. Returns the mistakes it found. */
export async function deleteMany(world: SequenceWorld, step: Many): Promise<string[]> {
  const { workbench } = world;
  const before = step.is === 'again' ? await deletionOfReport(world) : undefined;
  if (step.is === 'again' && !before) return [];
  if (!(await openPick(world, step))) {
    await workbench.page.keyboard.press('Escape');
    return step.is === 'again' ? judgeReport(world) : [];
  }
  if (!(await checkRows(world, step))) {
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    return [];
  }
  return answerMany(world, step, before);
}

/** The deletion of the open report, if that has something left. */
async function deletionOfReport(world: SequenceWorld): Promise<Deletion | undefined> {
  const report = await readReport(world.workbench.page);
  if (!report || !(await hasLeft(world))) return undefined;
  const names = report.entries.map(({ shown }) => world.named(shown));
  return world.agreements.deletions.findLast(
    ([first]) =>
      first?.entries.length === names.length && first.entries.every(({ name }) => names.includes(name)),
  );
}

/** Goes to the pick. Returns false if a message said that there is nothing to pick from. */
async function openPick(world: SequenceWorld, step: Many): Promise<boolean> {
  const { workbench } = world;
  if (step.is === 'again') {
    world.play({ list: step.plan.list });
    return tryAgain(world);
  }
  if (step.is === 'rows') {
    if (!(await onRows(world, (rows) => pickRows(world, rows, step.picks)))) return false;
  } else await workbench.runCommand('Hosted Models: Clean Up LoRAs…');
  const shown = await firstOf('Clean Up LoRAs…', {
    pick: workbench.quickInputSaying(/^Delete LoRAs of /u),
    told: workbench.notification(/None of the selected rows|lists no LoRAs|Nothing was deleted/u),
  });
  return shown === 'pick';
}

/** Returns false if there are not enough rows for a selection. */
async function pickRows(
  { workbench }: SequenceWorld,
  rows: Locator,
  picks: readonly number[],
): Promise<boolean> {
  const count = await rows.count();
  const picked = [...new Set(picks.map((pick) => pick % Math.max(1, count)))];
  if (picked.length < 2) return false;
  for (const [at, pick] of picked.entries()) {
    await workbench.clickRow(rows.nth(pick), at === 0 ? {} : { modifiers: ['ControlOrMeta'] });
  }
  await workbench.contextMenu(rows.nth(picked.at(-1) ?? 0), 'Clean Up LoRAs…');
  return true;
}

/** Checks the rows to delete, and continues. Returns false if nothing can be checked. */
async function checkRows({ workbench }: SequenceWorld, step: Many): Promise<boolean> {
  if (step.is !== 'rows') {
    if (step.is === 'palette' && step.filter) {
      await workbench.inputBox.fill(step.filter);
      await nextFrame(workbench.page);
    }
    if ((await workbench.quickInput.locator('.monaco-list-row').count()) === 0) return false;
    const all = workbench.quickInput.locator('.quick-input-header').getByRole('checkbox');
    if (!(await all.isChecked())) await all.click();
  }
  await workbench.quickInput.getByText(/^[1-9]\d* Selected$/u).waitFor();
  await workbench.inputBox.press('Enter');
  await workbench.quickInputSaying(/Type \d+ to confirm/u).waitFor();
  return true;
}
