import type { ChatFrame } from '../../protocol/chat.ts';
import { t } from '../shared/l10n.ts';

// By way of the protocol: pages don't import core.
export type ChatSettings = ChatFrame['settings'];

export type SettingName = keyof ChatSettings;

/** What stands in the fields, as typed. */
export type SettingsDraft = Readonly<Record<SettingName, string>>;

export interface ReadSettings {
  /** What may be sent: an invalid field keeps the value it had. */
  settings: ChatSettings;
  errors: Partial<Record<SettingName, string>>;
}

const NUMBER = /^\+?(?:\d+\.?\d*|\.\d+)$/;

export function toDraft(settings: ChatSettings): SettingsDraft {
  return {
    systemPrompt: settings.systemPrompt ?? '',
    temperature: settings.temperature?.toString() ?? '',
    topP: settings.topP?.toString() ?? '',
    maxTokens: settings.maxTokens?.toString() ?? '',
  };
}

/** Reads the fields. Empty means: not set, and not sent. */
export function readDraft(draft: SettingsDraft, before: ChatSettings): ReadSettings {
  const errors: ReadSettings['errors'] = {};
  const settings: ChatSettings = {};
  if (draft.systemPrompt.trim() !== '') settings.systemPrompt = draft.systemPrompt;
  for (const name of ['temperature', 'topP', 'maxTokens'] as const) {
    const read = readNumber(name, draft[name].trim());
    if (typeof read === 'string') errors[name] = read;
    const value = typeof read === 'string' ? before[name] : read;
    if (value !== undefined) settings[name] = value;
  }
  return { settings, errors };
}

type NumberName = Exclude<SettingName, 'systemPrompt'>;

/** The number, `undefined` for none, or the reason why it is neither. */
function readNumber(name: NumberName, text: string): number | undefined | string {
  if (text === '') return undefined;
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  switch (name) {
    case 'temperature':
      return value >= 0 && value <= 2 ? value : t('Must be a number from 0 to 2.');
    case 'topP':
      return value >= 0 && value <= 1 ? value : t('Must be a number from 0 to 1.');
    case 'maxTokens':
      return Number.isSafeInteger(value) && value > 0 ? value : t('Must be a whole number above 0.');
    default:
      return name;
  }
}

export function countSet(settings: ChatSettings): number {
  return Object.values(settings).filter((value) => value !== undefined && value !== '').length;
}

export function areSameSettings(a: ChatSettings, b: ChatSettings): boolean {
  return (['systemPrompt', 'temperature', 'topP', 'maxTokens'] as const).every((name) => a[name] === b[name]);
}
