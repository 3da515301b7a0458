import type { Locator } from 'playwright-core';
import type { Deletion } from './agreements.ts';
import { firstOf } from './firstOf.ts';
import { readReport } from './reportOnScreen.ts';
import { nextFrame } from './screen.ts';
import type { SequenceWorld } from './sequenceWorld.ts';
import { untruthsOf } from './truth.ts';

/** How long a report may take to become true, in milliseconds. */
const longestMs = 10_000;

const withoutLeft = /^(?:\d+\s(?:deleted|already\sgone|changed\ssince)(?:,\s)?)+\.$/u;

/** A button in the editor's title bar. */
export function editorButton({ workbench }: SequenceWorld, name: string): Locator {
  return workbench.page.locator('.part.editor .editor-actions').getByRole('button', { name, exact: true });
}

/** The open report must be true, or become so soon. `of`: the deletion that it must be about. */
export async function judgeReport(world: SequenceWorld, of?: Deletion): Promise<string[]> {
  const until = performance.now() + longestMs;
  for (;;) {
    const report = await readReport(world.workbench.page);
    const wrongs = report ? untruthsOf(world, report, of) : ['no report is open'];
    if (wrongs.length === 0 || performance.now() > until) {
      world.note(...(report?.entries.map(({ shown, kind }) => `${shown}: ${kind}`) ?? []));
      return wrongs;
    }
    // The page may be about to show the report's new text.
    await nextFrame(world.workbench.page);
  }
}

/** *Check Now* on the open report. What the list can't settle stays unknown. */
export async function checkNow(world: SequenceWorld): Promise<string[]> {
  const { workbench } = world;
  await editorButton(world, 'Check Now').click();
  await firstOf('Check Now', {
    settled: editorButton(world, 'Retry').or(line(world, withoutLeft)),
    told: workbench.notification(/It is still unknown what was deleted|Something went wrong/u),
  });
  return judgeReport(world);
}

/** *Retry* on the open report, up to its pick with everything checked. Returns false if nothing is left or can be settled. */
export async function tryAgain(world: SequenceWorld): Promise<boolean> {
  const { workbench } = world;
  // Beside Check Now it is only in the menu.
  if (!(await hasUnknown(world))) await editorButton(world, 'Retry').click();
  else {
    await editorButton(world, 'More Actions...').click();
    await workbench.pickMenuItem('Retry');
  }
  const shown = await firstOf('Retry', {
    pick: workbench.quickInputSaying(/^Retry: Delete LoRAs of /u),
    settled: line(world, withoutLeft),
    told: workbench.notification(/It is still unknown what was deleted/u),
  });
  return shown === 'pick';
}

/** Whether the report in the active editor has something left. */
export async function hasLeft({ workbench }: SequenceWorld): Promise<boolean> {
  const left = ['refused', 'failed', 'unknown', 'not tried'];
  return (await readReport(workbench.page))?.entries.some(({ kind }) => left.includes(kind)) ?? false;
}

export async function hasUnknown({ workbench }: SequenceWorld): Promise<boolean> {
  return (await readReport(workbench.page))?.entries.some(({ kind }) => kind === 'unknown') ?? false;
}

function line({ workbench }: SequenceWorld, text: RegExp): Locator {
  return workbench.page
    .locator('.part.editor .monaco-editor .view-lines .view-line')
    .filter({ hasText: text });
}
