import { type Agreement, say } from './agreements.ts';
import { firstOf } from './firstOf.ts';
import { nextWindow } from './nextWindow.ts';
import { namedInOne, plain, titleOf } from './questions.ts';
import type { Kind } from './reportOnScreen.ts';
import { deletedText, onRows, rowsOf } from './screen.ts';
import type { StepOf } from './sequenceSteps.ts';
import type { SequenceWorld } from './sequenceWorld.ts';
import { untruths } from './truth.ts';

type One = StepOf<'one'>;
type Shown = 'dialog' | 'input' | 'deleted' | 'told';

/** How often the person agrees again to what has changed. */
const maxQuestions = 3;

/** *Delete LoRA…* on a row, up to the message that says how it ended. Returns the mistakes it found. */
export async function deleteOne(world: SequenceWorld, step: One): Promise<string[]> {
  if ((await rowsOf(world).count()) === 0) return [];
  world.play({ get: step.asking });
  let shown = await ask(world, step.pick);
  world.play();
  let deletion: Agreement[] | undefined;
  for (let asked = 0; shown === 'dialog' || shown === 'input'; asked += 1) {
    const entry = await namedInOne(world, shown);
    if (asked === 0) for (const act of step.between) world.act(act);
    if (!step.isAgreed || asked === maxQuestions) {
      await leave(world, shown);
      return [];
    }
    const held = step.during ? world.hold(step.plan) : undefined;
    if (!held && asked === 0) world.play(step.plan);
    const agreement = world.agreements.agree([entry], deletion);
    deletion = world.agreements.deletions.at(-1) ?? [];
    await agree(world, shown);
    const next = ended(world);
    const first = held ? await Promise.race([next, held.came.then(() => 'came' as const)]) : await next;
    if (held && first === 'came') {
      void next.catch(() => undefined);
      const wrongs = await nextWindow(world, step.told, held.release);
      world.agreements.end(agreement);
      return wrongs;
    }
    shown = first === 'came' ? await next : first;
    world.agreements.end(agreement);
    if (shown === 'dialog' || shown === 'input') continue;
    world.play(step.checks ? { list: step.plan.list } : {});
    return judge(world, entry.name, shown, deletion, step.checks);
  }
  // Without a question nothing may be sent, which is checked at the end.
  world.note(`no question: ${shown}`);
  return [];
}

/** Goes to the question, or to the message in its place. */
async function ask(world: SequenceWorld, pick: number): Promise<Shown> {
  const { workbench } = world;
  // A text from the previous deletion would be mistaken for this one's.
  await deletedText(world).waitFor({ state: 'detached' });
  for (let left = 3; ; left--) {
    await onRows(world, async (rows) => {
      const row = rows.nth(pick % Math.max(1, await rows.count()));
      // Alone: the menu of several selected rows has Clean Up LoRAs… instead.
      await workbench.clickRow(row);
      await workbench.contextMenu(row, 'Delete LoRA…');
    });
    const shown = await ended(world);
    if (shown !== 'input' || /^Delete LoRA “/u.test(await titleOf(workbench))) return shown;
    // A tree that is being redrawn gives the command no row, and the command asks for one.
    if (left === 0) throw new Error('Delete LoRA… never got its row.');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
  }
}

async function ended(world: SequenceWorld): Promise<Shown> {
  const { workbench } = world;
  return firstOf('Delete LoRA…', {
    dialog: workbench.dialog.getByText(/Delete LoRA “/u),
    input: workbench.quickInputSaying(/Delete LoRA/u),
    deleted: deletedText(world),
    told: workbench.notification(/LoRA “|Nothing was deleted|is listed by/u),
  });
}

async function agree({ workbench }: SequenceWorld, shown: 'dialog' | 'input'): Promise<void> {
  if (shown === 'dialog') {
    await workbench.dialog.getByRole('button', { name: 'Delete LoRA' }).click();
    await workbench.dialog.waitFor({ state: 'detached' });
    return;
  }
  const name = /^Delete LoRA “(.*)”\?$/u.exec(await titleOf(workbench))?.[1] ?? '';
  await workbench.inputBox.fill(name);
  await workbench.inputBox.press('Enter');
  await workbench.quickInput.waitFor({ state: 'hidden' });
}

async function leave({ workbench }: SequenceWorld, shown: 'dialog' | 'input'): Promise<void> {
  if (shown === 'dialog') await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  else await workbench.page.keyboard.press('Escape');
  await workbench.dialog.or(workbench.quickInput).first().waitFor({ state: 'hidden' });
}

async function judge(
  world: SequenceWorld,
  name: string,
  shown: Shown,
  deletion: Agreement[],
  checks: boolean,
): Promise<string[]> {
  const { workbench } = world;
  world.note(shown);
  if (shown === 'deleted') return untruths(world, name, 'deleted', deletion);
  const toast = workbench.notification(/LoRA “|Nothing was deleted|is listed by/u).first();
  const text = plain(await toast.innerText());
  world.note(text);
  const kind = kindOf(text);
  if (!kind) return [`“${text}” says nothing of what became of ${say(name)}`];
  const wrongs = untruths(world, name, kind, deletion);
  if (kind !== 'unknown' || !checks) return wrongs;
  await toast.hover();
  await toast.getByRole('button', { name: 'Check Now' }).click();
  const checked = await firstOf('Check Now of a message', {
    deleted: deletedText(world),
    failed: workbench.notification(/was not deleted\./u),
    unknown: workbench.notification(/was asked for, but/u),
    told: workbench.notification(/It is still unknown what was deleted/u),
  });
  return checked === 'told' ? wrongs : [...wrongs, ...untruths(world, name, checked, deletion)];
}

function kindOf(text: string): Kind | undefined {
  if (/was already gone from/u.test(text)) return 'already gone';
  if (/Couldn't confirm that LoRA|was asked for, but/u.test(text)) return 'unknown';
  if (/Not deployed when you confirmed|Another deployment than/u.test(text)) return 'changed since';
  return /was not deleted\.|Nothing was deleted|is listed by/u.test(text) ? 'failed' : undefined;
}
