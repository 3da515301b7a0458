import { parsedJson } from '../../../base/json.ts';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';

// Derived from the protocol, since pages don't import core.
export type PageSettings = ChatFrame['settings'];

export type SettingName = keyof PageSettings;

type SettingValues = Required<PageSettings>;

/** What a field holds: a value, nothing if it is empty, or the reason why it is invalid. */
type ReadField<T> = { value?: T | undefined; reason?: string };

/** How the form shows a setting, and reads and writes its text. */
interface FieldForm<T> {
  label: () => string;
  /** `lines`: a text area for several lines. */
  form: 'decimal' | 'numeric' | 'lines';
  hint?: () => string;
  read: (text: string) => ReadField<T>;
  write: (value: T) => string;
}

/** All settings, in the form's order. A setting that the protocol has and this table doesn't is a type error. */
export const settingFields: { [N in SettingName]: FieldForm<SettingValues[N]> } = {
  systemPrompt: {
    label: () => t('System prompt'),
    form: 'lines',
    read: (text) => ({ value: text.trim() === '' ? undefined : text }),
    write: (prompt) => prompt,
  },
  temperature: { label: () => t('Temperature'), ...decimal(0, 2) },
  topP: { label: () => t('Top P'), ...decimal(0, 1) },
  maxTokens: { label: () => t('Max tokens'), ...whole(1, () => t('Must be a whole number above 0.')) },
  presencePenalty: { label: () => t('Presence penalty'), ...decimal(-2, 2) },
  frequencyPenalty: { label: () => t('Frequency penalty'), ...decimal(-2, 2) },
  seed: {
    label: () => t('Seed'),
    ...whole(Number.MIN_SAFE_INTEGER, () => t('Must be a whole number.')),
  },
  stop: {
    label: () => t('Stop sequences'),
    form: 'lines',
    hint: () => t('One per line; \\n is a line break.'),
    read: readStop,
    write: (stop) =>
      stop
        .map((one) => one.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
        .join('\n'),
  },
  extra: {
    label: () => t('Extra JSON'),
    form: 'lines',
    hint: () => t('Extra fields added to the request body unchanged.'),
    read: readExtra,
    write: (extra) => JSON.stringify(extra, null, 2),
  },
};

export const settingNames = Object.keys(settingFields) as SettingName[];

type NumberField = Omit<FieldForm<number>, 'label'>;

function decimal(least: number, most: number): NumberField {
  return { form: 'decimal', read: (text) => readNumber(text, least, most), write: String };
}

function whole(least: number, reason: () => string): NumberField {
  const read = (text: string): ReadField<number> => {
    const found = readNumber(text, least, Number.MAX_SAFE_INTEGER);
    return Number.isInteger(found.value ?? 0) && found.reason === undefined ? found : { reason: reason() };
  };
  return { form: 'numeric', read, write: String };
}

// With a comma, too, as many people write it; so is a run's temperature.
const numberPattern = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/;

function readNumber(text: string, least: number, most: number): ReadField<number> {
  const typed = text.trim();
  if (typed === '') return {};
  const value = numberPattern.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
  if (value >= least && value <= most) return { value };
  return { reason: t('Must be a number from {0} to {1}.', least, most) };
}

/** As in `typedSettings` of core. */
const maxStops = 100;

/** Reads one stop sequence per line. `\n` is a line break, `\t` a tab, `\\` a backslash. */
function readStop(text: string): ReadField<string[]> {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length > maxStops) return { reason: t('At most {0} lines.', maxStops) };
  const value = lines.map((line) =>
    line.replace(/\\([nt\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : '\\')),
  );
  return { value: value.length > 0 ? value : undefined };
}

/** Names that `extra` can't have: fields with their own control, those that the chat needs, and names that JavaScript loses. */
const taken = new Set([
  ...settingNames
    .filter((name) => name !== 'systemPrompt' && name !== 'extra')
    // Their names in the request, e.g. `top_p`.
    .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  ...['model', 'messages', 'stream', 'stream_options', '__proto__', 'constructor', 'prototype'],
]);

/** Max depth of JSON. No request is deeper, and writing one as JSON must not overflow the stack. */
const deepest = 100;

function readExtra(text: string): ReadField<SettingValues['extra']> {
  if (text.trim() === '') return {};
  const json = parsedJson(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { reason: t('Must be a JSON object such as {0}.', '{"top_k": 40}') };
  const own = Object.keys(json).find((name) => taken.has(name));
  if (own !== undefined) return { reason: t("“{0}” can't be set here.", own) };
  if (!isExact(json)) return { reason: t('A number is too large, or the JSON is nested too deeply.') };
  return { value: Object.keys(json).length > 0 ? { ...json } : undefined };
}

/** True if no number is too large (JSON.parse rounds it, or reads 1e400 as Infinity) and nothing is nested too deeply. */
function isExact(json: unknown, depth = 0): boolean {
  if (typeof json === 'number') return Math.abs(json) <= Number.MAX_SAFE_INTEGER;
  if (typeof json !== 'object' || json === null) return true;
  return depth < deepest && Object.values(json).every((one) => isExact(one, depth + 1));
}

/** The text of the fields, as typed. */
export type SettingsDraft = Readonly<Record<SettingName, string>>;

interface ReadSettings {
  /** The settings that can be: an invalid field keeps its earlier value, unless that can't be either. */
  settings: PageSettings;
  errors: Partial<Record<SettingName, string>>;
}

export function toDraft(settings: PageSettings): SettingsDraft {
  const values: Partial<SettingValues> = settings;
  const write = <N extends SettingName>(name: N) => {
    const value: SettingValues[N] | undefined = values[name];
    return value === undefined ? '' : settingFields[name].write(value);
  };
  return Object.fromEntries(settingNames.map((name) => [name, write(name)])) as Record<SettingName, string>;
}

/** Returns why a setting can't have this text; `undefined` if it can. */
export function whyNot(name: SettingName, text: string): string | undefined {
  return settingFields[name].read(text).reason;
}

/** Reads the fields. An empty one is not set, and not sent. */
export function readDraft(draft: SettingsDraft, before: PageSettings): ReadSettings {
  const errors: ReadSettings['errors'] = {};
  const earlier = toDraft(before);
  const settings: PageSettings = {};
  const take = <N extends SettingName>(name: N) => {
    const { value: typed, reason } = settingFields[name].read(draft[name]);
    if (reason !== undefined) errors[name] = reason;
    const value = reason === undefined ? typed : settingFields[name].read(earlier[name]).value;
    if (value !== undefined) settings[name] = value;
  };
  for (const name of settingNames) take(name);
  return { settings, errors };
}

export function countSet(settings: PageSettings): number {
  return Object.values(settings).filter((value) => value !== undefined && value !== '').length;
}

export function areSameSettings(a: PageSettings, b: PageSettings): boolean {
  const [first, second] = [toDraft(a), toDraft(b)];
  return settingNames.every((name) => first[name] === second[name]);
}
