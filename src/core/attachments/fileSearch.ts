import { inSlices } from '../../base/eventLoop.ts';

interface Match {
  at: number;
  path: string;
  score: number;
}

/**
 * Returns the places of at most `most` paths that contain all words of `query`, best first: a name that begins with a word comes
 * before one that contains it, then the rest of the path, then letters in this order. `paths` are in lower case.
 */
export async function searchPaths(paths: readonly string[], query: string, most: number): Promise<number[]> {
  const words = query.toLowerCase().replaceAll('\\', '/').split(/\s+/u).filter(Boolean);
  const best: Match[] = [];
  await inSlices(paths.entries(), ([at, path]) => {
    const match = { at, path, score: scoreOf(path, words) };
    const worst = best.length < most ? undefined : best.at(-1);
    if (match.score === Number.POSITIVE_INFINITY || (worst && !isBetter(match, worst))) return;
    best.splice(best.findLastIndex((one) => !isBetter(match, one)) + 1, 0, match);
    if (best.length > most) best.pop();
  });
  return best.map(({ at }) => at);
}

function isBetter(one: Match, other: Match): boolean {
  return one.score === other.score ? one.path < other.path : one.score < other.score;
}

/** A longer path never comes after one that matches in a worse way. */
const longestPath = 10_000;

function scoreOf(path: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const way = words.reduce((worst, word) => Math.max(worst, wayOf(word, name, path)), 0);
  return way * longestPath + Math.min(path.length, longestPath - 1);
}

function wayOf(word: string, name: string, path: string): number {
  if (name.startsWith(word)) return 0;
  if (name.includes(word)) return 1;
  if (path.includes(word)) return 2;
  // As in VS Code's own search, "chpage" finds chatPage.ts.
  return hasInOrder(path, word) ? 3 : Number.POSITIVE_INFINITY;
}

function hasInOrder(path: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = path.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
