import { plain } from './questions.ts';
import { countsOf, type Kind } from './reportOnScreen.ts';
import { checkNow, hasLeft, hasUnknown, judgeReport, tryAgain } from './reports.ts';
import type { AfterReload } from './sequenceSteps.ts';
import type { SequenceWorld } from './sequenceWorld.ts';

const kinds = {
  deleted: 'deleted',
  alreadyGone: 'already gone',
  changed: 'changed since',
  refused: 'refused',
  failed: 'failed',
  unknown: 'unknown',
  notTried: 'not tried',
} as const satisfies Record<string, Kind>;

/**
 * Reloads the window; the next one must report each deletion whose end nobody has seen. `release` lets waiting requests pass the
 * gateway. Returns the mistakes it found.
 */
export async function nextWindow(
  world: SequenceWorld,
  told: AfterReload,
  release: () => void = () => undefined,
): Promise<string[]> {
  const { workbench, gateway, journal } = world;
  const before = (await journal.read()).open;
  await workbench.reload();
  release();
  await gateway.quiet();
  world.play();
  await workbench.openContainer('Hosted Models');
  await journal.until('the next window has told of what was open', async () => {
    return [...(await journal.read()).open.values()].every(({ isTold }) => isTold);
  });
  const counts = [...(await journal.read()).open].flatMap(([id, { entries }]) =>
    before.get(id)?.isTold ? [] : [countsOf([...entries.values()].map(({ outcome }) => kinds[outcome.is]))],
  );
  if (counts.length === 0) return [];
  const toast = workbench.notification(/(?:has ended|was interrupted when its window closed): /u).first();
  const text = plain(await toast.innerText());
  world.note(text);
  const wrongs = counts.some((one) => text.includes(one))
    ? []
    : [`the message says “${text}”, and it is ${counts.join(' or ')}`];
  if (told === 'ignored') return wrongs;
  await toast.hover();
  await toast.getByRole('button', { name: 'Show Report' }).click();
  wrongs.push(...(await judgeReport(world)));
  if (told === 'Check Now' && (await hasUnknown(world))) {
    wrongs.push(...(await checkNow(world)));
  }
  if (told === 'Retry' && (await hasLeft(world))) {
    await tryAgain(world);
    await workbench.page.keyboard.press('Escape');
    wrongs.push(...(await judgeReport(world)));
  }
  return wrongs;
}
