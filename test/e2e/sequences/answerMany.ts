import type { Agreement, Deletion } from './agreements.ts';
import { firstOf } from './firstOf.ts';
import { nextWindow } from './nextWindow.ts';
import { namedInMany } from './questions.ts';
import { judgeReport } from './reports.ts';
import { dropToasts } from './screen.ts';
import type { StepOf } from './sequenceSteps.ts';
import type { SequenceWorld } from './sequenceWorld.ts';

type Many = StepOf<'rows'> | StepOf<'palette'> | StepOf<'again'>;

/**
 * Goes from the question that wants the number to the report, or cancels. `before`: the deletion that this one continues. Returns
 * the mistakes it found.
 */
export async function answerMany(
  world: SequenceWorld,
  step: Many,
  before: Deletion | undefined,
): Promise<string[]> {
  await hesitate(world, step.answer);
  if (!step.answer.endsWith('number')) {
    await world.workbench.page.keyboard.press('Escape');
    await world.workbench.quickInput.waitFor({ state: 'hidden' });
    return [];
  }
  const entries = await namedInMany(world);
  for (const act of step.between) world.act(act);
  const held = step.during && world.hold(step.plan);
  if (!held) world.play(step.plan);
  const ends = await world.journal.ends();
  await world.workbench.inputBox.fill(String(entries.length));
  const agreement = world.agreements.agree(entries, before);
  await world.workbench.inputBox.press('Enter');
  const ended = world.journal
    .until('the deletion has ended', async () => (await world.journal.ends()) > ends)
    .then(() => 'ended' as const);
  const first = held ? await Promise.race([ended, held.came.then(() => 'came' as const)]) : 'ended';
  if (held && first === 'came' && step.during === 'reload') {
    // Here it never ends, on purpose.
    void ended.catch(() => undefined);
    const wrongs = await nextWindow(world, step.told, held.release);
    world.agreements.end(agreement);
    return wrongs;
  }
  if (held && first === 'came') await stop(world, held.release);
  await ended;
  world.play();
  return atReport(world, before ?? [agreement], agreement);
}

/** First types another number, or goes back to the pick. */
async function hesitate({ workbench }: SequenceWorld, answer: Many['answer']): Promise<void> {
  if (answer.startsWith('wrong')) {
    await workbench.inputBox.fill('99');
    await workbench.inputBox.press('Enter');
    await workbench.quickInputSaying(/Nothing was deleted\./u).waitFor();
    await workbench.inputBox.fill('');
    await workbench.quickInputSaying(/Type \d+ to confirm/u).waitFor();
  }
  if (!answer.startsWith('back')) return;
  await workbench.quickInput.getByRole('button', { name: 'Back' }).click();
  await workbench.quickInputSaying(/Delete LoRAs of /u).waitFor();
  if (answer !== 'back, number') return;
  await workbench.inputBox.press('Enter');
  await workbench.quickInputSaying(/Type \d+ to confirm/u).waitFor();
}

async function stop({ workbench }: SequenceWorld, release: () => void): Promise<void> {
  await workbench.viewAction('Models', 'Stop Deletion');
  await workbench
    .view('Models')
    .getByText(/^Stopping the deletion/u)
    .waitFor();
  release();
}

/** The report opens by itself, or is offered if the view is hidden. */
async function atReport(world: SequenceWorld, deletion: Deletion, agreement: Agreement): Promise<string[]> {
  const { workbench } = world;
  const offer = workbench.notification(/The deletion from .* has ended/u);
  const shown = await firstOf('the end of a deletion', {
    report: workbench.page.locator('.part.editor').getByText(/^Deletion\sof\s\d+\sLoRAs?\sfrom\s/u),
    offer,
  });
  if (shown === 'offer') await offer.getByRole('button', { name: 'Show Report' }).first().click();
  const wrongs = await judgeReport(world, deletion);
  world.agreements.end(agreement);
  await dropToasts(world);
  return wrongs;
}
