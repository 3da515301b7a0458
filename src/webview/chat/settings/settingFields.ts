import type { ChatFrame } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';

type Extra = NonNullable<ChatFrame['settings']['extra']>;

/** What a field holds: a value, nothing if it is empty, or the reason why it is invalid. */
export type ReadField<T> = { ok: true; value: T | undefined } | { ok: false; reason: string };

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

export function readNumber(text: string, least: number, most: number): ReadField<number> {
  const typed = text.trim();
  if (typed === '') return { ok: true, value: undefined };
  const value = numberPattern.test(typed) ? Number(typed) : Number.NaN;
  if (value >= least && value <= most) return { ok: true, value };
  return { ok: false, reason: t('Must be a number from {0} to {1}.', least, most) };
}

/** Reads one stop sequence a line. `\n` is a line break, `\t` a tab, `\\` a backslash. */
export function readStop(text: string): ReadField<string[]> {
  const lines = text.split('\n').filter((line) => line !== '');
  const value = lines.map((line) =>
    line.replace(/\\([nt\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : '\\')),
  );
  return { ok: true, value: value.length > 0 ? value : undefined };
}

export function writeStop(stop: readonly string[]): string {
  return stop
    .map((one) => one.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
    .join('\n');
}

/** Fields that have their own control or that the chat needs; and names that get lost on their way to the host. */
const taken = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  '__proto__',
  'constructor',
  'prototype',
]);

/** No request is deeper, and writing one as JSON must not overflow the stack. */
const deepest = 100;

export function readExtra(text: string): ReadField<Extra> {
  if (text.trim() === '') return { ok: true, value: undefined };
  const json = parse(text);
  if (!isObject(json)) return { ok: false, reason: t('Must be a JSON object, as {0}.', '{"top_k": 40}') };
  const own = Object.keys(json).find((name) => taken.has(name));
  if (own !== undefined) return { ok: false, reason: t('“{0}” can’t be set here.', own) };
  if (!isExact(json))
    return { ok: false, reason: t('It holds a number that is too large, or lists within too many lists.') };
  return { ok: true, value: Object.keys(json).length > 0 ? json : undefined };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if no number is too large (JSON.parse rounds it, or reads 1e400 as Infinity) and nothing is nested too deeply. */
function isExact(json: unknown, depth = 0): boolean {
  if (typeof json === 'number') return Math.abs(json) <= Number.MAX_SAFE_INTEGER;
  if (typeof json !== 'object' || json === null) return true;
  return depth < deepest && Object.values(json).every((one) => isExact(one, depth + 1));
}

function isObject(json: unknown): json is Extra {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
