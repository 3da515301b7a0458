import { type Deletion, say } from './agreements.ts';
import type { Kind, ReportOnScreen } from './reportOnScreen.ts';
import type { SequenceWorld } from './sequenceWorld.ts';

/** Why the workbench's claim about an entry is not true; empty if it is true. No deleted name reappears within a sequence. */
export function untruths(world: SequenceWorld, name: string, kind: Kind, deletion: Deletion): string[] {
  const sent = world.agreements.deletesFor(name, deletion);
  const last = deletion.findLast(({ entries }) => entries.some((one) => one.name === name));
  const sentLast = last ? world.agreements.deletesFor(name, [last]) : [];
  const isCarriedOut = sent.some(({ arrival }) => arrival?.status === 200);
  const wrongs: string[] = [];
  const told = `${say(name)} is told as “${kind}”`;
  if (['deleted', 'already gone'].includes(kind) && world.has(name)) wrongs.push(`${told}, and is there`);
  if (kind === 'deleted' && sent.length === 0) wrongs.push(`${told}, and was never sent`);
  if (!['deleted', 'unknown'].includes(kind) && isCarriedOut) wrongs.push(`${told}, and was deleted by us`);
  if (kind === 'changed since' && sentLast.some(({ answered }) => answered !== 429)) {
    wrongs.push(`${told}, and was sent`);
  }
  return wrongs;
}

/** What is untrue in a report of the deletion `of`; without it, of the deletion in this sequence that fits the report best. */
export function untruthsOf(world: SequenceWorld, report: ReportOnScreen, of?: Deletion): string[] {
  const shown = report.entries.map((one) => ({ ...one, name: world.named(one.shown) }));
  const has = (deletion: Deletion, name: string) =>
    deletion[0]?.entries.some((entry) => entry.name === name) ?? false;
  const fitting = (of ? [of] : world.agreements.deletions).filter(
    (one) => one[0]?.entries.length === shown.length && shown.every(({ name }) => has(one, name)),
  );
  const judged = fitting.map((deletion) =>
    shown.flatMap(({ name, kind }) => untruths(world, name, kind, deletion)),
  );
  const [best] = judged.sort((one, other) => one.length - other.length);
  return [...report.wrongs, ...(best ?? ['the report names what was not agreed to'])];
}

/** What the journal lacks or wrongly says once nothing is unknown any more. */
export async function journalWrongs(world: SequenceWorld, since: number): Promise<string[]> {
  const { entries, open, unreadable } = await world.journal.read();
  const own = entries.filter(({ at }) => Date.parse(at) >= world.startedAt);
  const wrongs = own.flatMap(({ name, isSure }) =>
    isSure && !world.has(name) ? [] : [`the journal has ${say(name)} as deleted (sure: ${isSure})`],
  );
  if (unreadable > 0) wrongs.push(`${unreadable} lines of the journal can't be read`);
  if (open.size > 0) wrongs.push(`${open.size} deletions are open still`);
  const { askings } = world.gateway;
  for (const [at, { asked, name, arrival }] of askings.entries()) {
    if (at < since || asked !== 'delete' || arrival?.status !== 200) continue;
    const retrieved = askings
      .slice(since, at)
      .findLast((one) => one.asked === 'get' && one.name === name && one.answered === 200);
    // A lost answer leaves what was retrieved just before.
    const facts = [arrival.body, retrieved?.arrival?.body].map((fact) => JSON.stringify(fact));
    const isKept = own.some((entry) => entry.name === name && facts.includes(JSON.stringify(entry.brief)));
    if (!isKept) wrongs.push(`${say(name)} was deleted, and the journal has not what the service had`);
  }
  return wrongs;
}
