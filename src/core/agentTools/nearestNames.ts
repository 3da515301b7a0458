import { inSlices } from '../inSlices.ts';
import { editsBetween } from '../models/filterProblems.ts';

const mostNames = 5;
/** Longer names are not compared letter by letter: that takes the product of both lengths. */
const longest = 64;

/** Returns the names most like `wanted`, best first, at most five: those that contain it or are contained in it, and slips of the pen. */
export async function nearestNames(wanted: string, names: Iterable<string>): Promise<string[]> {
  const typed = wanted.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  await inSlices(new Set(names), (name) => {
    const distance = distanceBetween(typed, name.toLowerCase());
    if (distance !== undefined) near.push({ name, distance });
  });
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNames)
    .map(({ name }) => name);
}

function distanceBetween(typed: string, name: string): number | undefined {
  if (name === typed) return 0;
  // Too short to say anything.
  const isPart = (part: string, whole: string) => part.length >= 3 && whole.includes(part);
  if (isPart(typed, name) || isPart(name, typed)) return 1 + Math.abs(name.length - typed.length) / 1000;
  const mostEdits = Math.min(3, Math.floor(typed.length / 3));
  if (Math.max(name.length, typed.length) > longest || Math.abs(name.length - typed.length) > mostEdits) {
    return undefined;
  }
  const edits = editsBetween(typed, name);
  return edits <= mostEdits ? 1 + edits : undefined;
}
