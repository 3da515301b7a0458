import type { Check } from '../prompt.ts';
import { toleratedNumber } from './numbers.ts';
import { wantedTools } from './toolCallF1.ts';
import { wantedCalls } from './wantedCalls.ts';

/** What the value of a check must be. */
const wanted = {
  equals: 'anything',
  'equals-any': 'list',
  contains: 'text',
  icontains: 'text',
  'contains-any': 'list',
  'contains-all': 'list',
  'icontains-any': 'list',
  'icontains-all': 'list',
  'starts-with': 'text',
  regex: 'pattern',
  'is-json': 'schema',
  'contains-json': 'schema',
  number: 'number',
  maxLength: 'length',
  'is-valid-openai-tools-call': 'none',
  'tool-call-f1': 'tools',
  'tool-call': 'calls',
} as const;

export type CheckName = keyof typeof wanted;

/** All checks there are, each also with `not-` before it: promptfoo's own, and `equals-any`, `number`, `maxLength` and `tool-call`. */
export const checkNames = Object.keys(wanted) as CheckName[];

/** Largest value of a check, as JSON, in UTF-16 code units. */
export const maxValueLength = 100_000;

export const maxListLength = 1000;

/** Returns `undefined` if there is no such check. */
export function checkName(type: string): { name: CheckName; isNegated: boolean } | undefined {
  const isNegated = type.startsWith('not-');
  const name = isNegated ? type.slice(4) : type;
  return Object.hasOwn(wanted, name) ? { name: name as CheckName, isNegated } : undefined;
}

/** Returns what the value of a check should be, if it is not; `undefined` if it is. */
export function wrongValue({ type, value }: Check): 'unknown' | (typeof wanted)[CheckName] | undefined {
  const name = checkName(type)?.name;
  if (name === undefined) return 'unknown';
  const wants = wanted[name];
  return isRight(wants, value) ? undefined : wants;
}

function isRight(wants: (typeof wanted)[CheckName], value: unknown): boolean {
  switch (wants) {
    case 'anything':
      return value !== undefined && value !== null;
    case 'text':
      return textOf(value) !== undefined;
    case 'list':
      return (listOf(value)?.length ?? Number.POSITIVE_INFINITY) <= maxListLength;
    case 'pattern':
      return typeof value === 'string' && value !== '' && isPattern(value);
    case 'schema':
      return value === undefined || ['string', 'object', 'boolean'].includes(typeof value);
    case 'number':
      return toleratedNumber(value) !== undefined;
    case 'length':
      return Number.isInteger(Number(value)) && Number(value) > 0;
    case 'tools':
      return (wantedTools(value)?.length ?? Number.POSITIVE_INFINITY) <= maxListLength;
    case 'calls':
      return wantedCalls(value) !== undefined;
    case 'none':
      return true;
  }
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern).source !== '';
  } catch {
    return false;
  }
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isNaN(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const listField = /\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\])|"")*)"\s*|([^,"\s][^,]*))?(?:,|$)/y;

/** Reads a list, or a text with commas as promptfoo does: what stands in quotation marks may have commas, too. */
export function listOf(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.map(String) : undefined;
  if (typeof value !== 'string') return undefined;
  const found: string[] = [];
  listField.lastIndex = 0;
  while (listField.lastIndex < value.length) {
    const [, quoted, plain] = listField.exec(value) ?? [undefined];
    if (listField.lastIndex === 0) return undefined;
    if (quoted !== undefined) found.push(quoted.replace(/\\(["\\])|""/gu, (_, escaped = '"') => escaped));
    else if (plain !== undefined) found.push(plain.trim());
  }
  return found.length > 0 ? found : undefined;
}
