import type { Model } from '../../api/types.ts';
import { filterWords, isTold } from './filterCompletions.ts';
import { readAge, splitWords } from './modelFilter.ts';

/** The words of a filter, by what stands before their colon. */
const words = new Map(filterWords.map((word) => [word.replace(':', ''), word]));

/** Why a filter would match nothing: a word with an @ that does not exist, an `@older:` without an age, or what no model tells. */
export interface FilterProblem {
  is: 'unknownWord' | 'noAge' | 'untold';
  /** The word as typed, without dashes and value, e.g. `@bsae:`. */
  word: string;
  /** The nearest word that exists, and the whole filter with it. */
  suggestion?: { word: string; text: string };
}

/**
 * Returns the first problem, of which what no model tells is the least. A word that may become a known one while it is typed is none;
 * nor is a part of a model's name.
 */
export function filterProblem(text: string, models: readonly Model[]): FilterProblem | undefined {
  let end = 0;
  let untold: FilterProblem | undefined;
  for (const whole of splitWords(text)) {
    const start = text.indexOf(whole, end);
    end = start + whole.length;
    const [, dashes = '', key, colon = '', value = ''] = /^(-*)(@[\w-]+)(:)?(.*)$/su.exec(whole) ?? [];
    if (key === undefined || (colon === '' && value !== '')) continue;
    const word = key + colon;
    if (words.has(key.toLowerCase())) {
      const isAge = value === '' || readAge(value.replaceAll('"', '')) !== undefined;
      if (key.toLowerCase() === '@older' && !isAge) return { is: 'noAge', word };
      if (dashes === '' && value !== '' && !isTold(key, models)) untold ??= { is: 'untold', word };
      continue;
    }
    const isBeingTyped = end === text.length && filterWords.some((one) => one.startsWith(word.toLowerCase()));
    if (isBeingTyped || isPartOfName(whole.slice(dashes.length), models)) continue;
    const nearest = nearestWord(key);
    if (nearest === undefined) return { is: 'unknownWord', word };
    const replacement = nearest.endsWith(':') ? nearest + value : nearest;
    const corrected = text.slice(0, start) + dashes + replacement + text.slice(end);
    return { is: 'unknownWord', word, suggestion: { word: nearest, text: corrected } };
  }
  return untold;
}

function isPartOfName(word: string, models: readonly Model[]): boolean {
  const part = word.replaceAll('"', '').toLowerCase();
  return models.some(({ name }) => name.toLowerCase().includes(part));
}

/** Max number of edits between a mistyped word and the one that was meant. */
const maxEdits = 2;

/** Returns the nearest word, if one is near. Beginnings are, too: `@basemodel` finds `@base:`. */
function nearestWord(key: string): string | undefined {
  const typed = key.toLowerCase();
  const isCut = (word: string) => word.startsWith(typed) || typed.startsWith(word);
  const [nearest] = [...words]
    .map(([bare, word]) => ({ word, edits: isCut(bare) ? 1 : editsBetween(typed, bare) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.word;
}

/** Returns how many letters must be changed, added, removed or swapped with the next one. */
function editsBetween(from: string, to: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const ways = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1)];
      if (isSwapped) ways.push(at(beforeLast, j - 2) + 1);
      row.push(Math.min(...ways));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, to.length);
}

function at(row: readonly number[] | undefined, index: number): number {
  return row?.[index] ?? Number.POSITIVE_INFINITY;
}
