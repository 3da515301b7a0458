import type { Model } from '../../api/types.ts';
import { baseOf, creatorNames, splitWords } from './modelFilter.ts';

/** The words that a filter knows besides parts of names; those with a colon take a value. */
export const filterWords = ['@deployed', '@undeployed', '@changed', '@base:', '@creator:', '@older:'];

const ages = ['7d', '30d', '90d', '1y'];
const maxShown = 50;

export interface FilterCompletion {
  /** The word that would replace the one being typed. */
  word: string;
  /** The whole filter with that word. */
  text: string;
  /** Number of models with this value; `undefined` if not counted. */
  models: number | undefined;
}

/** Returns completions for the last word of a filter: words that start with `@`, and these models' values. */
export function completeFilter(text: string, models: readonly Model[]): FilterCompletion[] {
  const last = splitWords(text).at(-1) ?? '';
  const word = text.endsWith(last) ? last : '';
  const [, dashes = '', key, value] = /^(-*)(?:(@\w*)(?::(.*))?)?$/su.exec(word) ?? [];
  if (word !== dashes && key === undefined) return [];
  const before = text.slice(0, text.length - word.length) + dashes;
  const found = value === undefined ? wordsLike(key ?? '', models) : valuesLike(key ?? '', value, models);
  return found.slice(0, maxShown).map((one) => ({ ...one, text: before + one.word }));
}

type Found = Omit<FilterCompletion, 'text'>;

function wordsLike(start: string, models: readonly Model[]): Found[] {
  const isLonger = (word: string) => word.startsWith(start.toLowerCase()) && word !== start;
  const words = filterWords.filter((word) => isLonger(word) && isTold(word.replace(':', ''), models));
  return words.map((word) => ({ word, models: undefined }));
}

/** Returns false for a word about what no model tells: those of a server such as vLLM have neither age nor creator. */
export function isTold(word: string, models: readonly Model[]): boolean {
  if (models.length === 0) return true;
  switch (word.toLowerCase()) {
    case '@older':
      return models.some(({ activeDeployment }) => activeDeployment?.createdAt !== undefined);
    case '@creator':
      return models.some((model) => bestName(model) !== undefined);
    case '@undeployed':
      return models.some(({ activeDeployment }) => !activeDeployment);
    default:
      return true;
  }
}

function valuesLike(key: string, given: string, models: readonly Model[]): Found[] {
  const part = given.replaceAll('"', '').toLowerCase();
  const isLonger = ({ word }: Found) => word !== `${key}:${given}`;
  const values = valuesOf(key, models).filter(([value]) => value.toLowerCase().includes(part));
  return values
    .map(([value, count]) => ({ word: `${key}:${quoted(value)}`, models: count }))
    .filter(isLonger);
}

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

/** Returns the e-mail address, which is unique, otherwise the full name or the API key's name. */
function bestName({ activeDeployment }: Model): string | undefined {
  const { creator } = activeDeployment ?? {};
  return creator?.user?.email || creatorNames(creator)[0];
}

function byCount(values: readonly (string | undefined)[]): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  // The filter ignores case.
  const alike = new Map<string, [string, number]>();
  for (const [value, count] of counts) {
    // A value that contains a quote can't be quoted, so it is not offered.
    if (value.includes('"')) continue;
    const [first, before] = alike.get(value.toLowerCase()) ?? [value, 0];
    alike.set(value.toLowerCase(), [first, before + count]);
  }
  return [...alike.values()].sort(([, a], [, b]) => b - a);
}

/** Returns the value in quotes, so that it must be equal; otherwise, a part would be enough. An age is not quoted. */
function quoted(value: string): string {
  return ages.includes(value) ? value : `"${value}"`;
}
