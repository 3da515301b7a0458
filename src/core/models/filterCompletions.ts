import type { Model } from '../../api/types.ts';
import { baseOf, creatorNames, splitWords } from './modelFilter.ts';

const ages = ['7d', '30d', '90d', '1y'];
const mostShown = 50;

/** A way to go on with a filter. */
export interface FilterCompletion {
  /** The word that would stand in place of the one being typed. */
  word: string;
  /** The whole filter with it. */
  text: string;
  /** How many models have this value; `undefined` where no value is named. */
  models: number | undefined;
}

/** How the last word of a filter can go on: the words beginning with `@`, and the values that these models have. */
export function completeFilter(text: string, models: readonly Model[]): FilterCompletion[] {
  const last = splitWords(text).at(-1) ?? '';
  const word = text.endsWith(last) ? last : '';
  const [, dashes = '', key, value] = /^(-*)(?:(@\w*)(?::(.*))?)?$/su.exec(word) ?? [];
  if (word !== dashes && key === undefined) return [];
  const before = text.slice(0, text.length - word.length) + dashes;
  const found = value === undefined ? wordsLike(key ?? '') : valuesLike(key ?? '', value, models);
  return found.slice(0, mostShown).map((one) => ({ ...one, text: before + one.word }));
}

type Found = Omit<FilterCompletion, 'text'>;

function wordsLike(start: string): Found[] {
  const words = ['@deployed', '@undeployed', '@changed', '@base:', '@creator:', '@older:'];
  const isLonger = (word: string) => word.startsWith(start.toLowerCase()) && word !== start;
  return words.filter(isLonger).map((word) => ({ word, models: undefined }));
}

function valuesLike(key: string, given: string, models: readonly Model[]): Found[] {
  const part = given.replaceAll('"', '').toLowerCase();
  const isLonger = ({ word }: Found) => word !== `${key}:${given}`;
  const values = valuesOf(key, models).filter(([value]) => value.toLowerCase().includes(part));
  return values
    .map(([value, count]) => ({ word: `${key}:${quoted(value)}`, models: count }))
    .filter(isLonger);
}

/** The values that a word can take, the most frequent first. */
function valuesOf(key: string, models: readonly Model[]): [value: string, count: number | undefined][] {
  switch (key.toLowerCase()) {
    case '@base':
      return byCount(models.map((model) => baseOf(model)));
    case '@creator':
      return byCount(models.map((model) => bestName(model)));
    case '@older':
      return ages.map((age) => [age, undefined]);
    default:
      return [];
  }
}

/** Of a person the address, which is one person's alone; of a key its name. */
function bestName({ activeDeployment }: Model): string | undefined {
  const { creator } = activeDeployment ?? {};
  return creator?.user?.email || creatorNames(creator)[0];
}

function byCount(values: readonly (string | undefined)[]): [value: string, count: number][] {
  const counts = new Map<string, [value: string, count: number]>();
  for (const value of values) {
    // What holds a quote can't be quoted: such a value can be typed in part only.
    if (!value || value.includes('"')) continue;
    // The filter takes no notice of case.
    const key = value.toLowerCase();
    counts.set(key, [counts.get(key)?.[0] ?? value, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()].sort(([, a], [, b]) => b - a);
}

/** A quoted value has to be equal, where a bare one would match others that contain it. An age is no text. */
function quoted(value: string): string {
  return ages.includes(value) ? value : `"${value}"`;
}
