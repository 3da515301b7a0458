import type { Creator, Model } from '../../api/types.ts';
import { createdMs } from '../sensibleTime.ts';

const dayMs = 86_400_000;
const unitDays: Record<string, number> = { d: 1, w: 7, m: 30, mo: 30, y: 365 };

export interface FilterContext {
  /** In Unix milliseconds. */
  now: number;
  /** True if the model is new, changed or gone since the user last saw it. */
  isChanged(model: Model): boolean;
}

type ModelFilter = (model: Model, context: FilterContext) => boolean;

/**
 * Reads a filter as the Extensions view does: words match names, `@deployed @undeployed @changed @base:x @creator:x
 * @older:90d` match facts, `"two words"` quotes, a leading `-` negates; a quoted fact, e.g. `@base:"llama-3-8b"`, must be
 * equal, otherwise a part is enough. Every word must match. What is not understood, e.g. `@older:soon`, is searched for in
 * names: it matches nothing rather than everything and, if negated, excludes nothing.
 */
export function readFilter(text: string): ModelFilter {
  // A lone dash or quotes are the start of a word and filter nothing.
  const words = splitWords(text).filter((word) => !/^-?"*$/u.test(word));
  const tests = words.map(readWord);
  return (model, context) => tests.every((test) => test(model, context));
}

/** Splits a filter into words, at spaces outside quotes. */
export function splitWords(text: string): string[] {
  return text.match(/(?:[^\s"]|"[^"]*"?)+/gu) ?? [];
}

/** Quotes a value as a word of a filter. If it contains a quote, returns a part of it, which may match other values too. */
export function valueWord(value: string): string {
  return value.includes('"') ? quotable(value) : `"${value}"`;
}

/** Returns the text or, if it contains quotes, its longest piece without quotes and spaces. */
export function quotable(text: string): string {
  if (!text.includes('"')) return text;
  const words = text.split(/["\s]+/u);
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

function readWord(word: string): ModelFilter {
  const [dashes = ''] = /^-+/u.exec(word) ?? [];
  if (dashes !== '') {
    const test = readWord(word.slice(dashes.length));
    return dashes.length % 2 === 0 ? test : (model, context) => !test(model, context);
  }
  const [, key, given = ''] = /^@(\w+)(?::(.*))?$/su.exec(word) ?? [];
  const value = given.replaceAll('"', '').toLowerCase();
  const matches = given.startsWith('"') ? equals : contains;
  switch (key?.toLowerCase()) {
    case 'deployed':
      return (model) => model.activeDeployment !== undefined;
    case 'undeployed':
      return (model) => model.activeDeployment === undefined;
    case 'changed':
      return (model, { isChanged }) => isChanged(model);
    case 'base':
      return (model) => matches(baseOf(model), value);
    case 'creator':
      return (model) => creatorNames(model.activeDeployment?.creator).some((name) => matches(name, value));
    case 'older': {
      const age = readAge(value);
      if (age !== undefined) return (model, { now }) => isOlder(model, now, age);
      break;
    }
  }
  const part = word.replaceAll('"', '').toLowerCase();
  return (model) => contains(model.name, part);
}

/** `part` is in lower case: there are thousands of models for one filter. */
function contains(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part) ?? false;
}

function equals(text: string | undefined, whole: string): boolean {
  return text?.toLowerCase() === whole;
}

/** Returns the name of a LoRA's base model; for a base model, its own name. */
export function baseOf(model: Model): string | undefined {
  return model.kind === 'lora' ? model.activeDeployment?.baseModelName : model.name;
}

/** Returns the names a creator may be known by: full name, e-mail address, API key's name. */
export function creatorNames(creator: Creator | undefined): string[] {
  const { firstName, lastName, email } = creator?.user ?? {};
  const fullName = firstName && lastName ? `${firstName} ${lastName}` : firstName || lastName;
  return [fullName, email, creator?.apiKeyName].filter((one): one is string => Boolean(one));
}

/** Returns an age in milliseconds: `90d`, `6w`, `3mo` (or `3m`), `1y`, or a number of days; `undefined` for anything else. */
export function readAge(value: string): number | undefined {
  const [, count, unit = 'd'] = /^(\d+)(d|w|mo?|y)?$/iu.exec(value) ?? [];
  return count === undefined ? undefined : Number(count) * (unitDays[unit.toLowerCase()] ?? 1) * dayMs;
}

/** True if a model is older than `age`, in milliseconds; false if its age is unknown. */
function isOlder(model: Model, now: number, age: number): boolean {
  const created = createdMs(model.activeDeployment?.createdAt);
  return created !== undefined && now - created > age;
}
