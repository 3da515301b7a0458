import type { ChatFrame } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';
import { type ReadField, readExtra, readNumber, readStop, writeStop } from './settingFields.ts';

// Through the protocol: pages don't import core.
export type ChatSettings = ChatFrame['settings'];

export type SettingName = keyof ChatSettings;

/** The text of the fields, as typed. */
export type SettingsDraft = Readonly<Record<SettingName, string>>;

export interface ReadSettings {
  /** What may be sent: an invalid field keeps its earlier value. */
  settings: ChatSettings;
  errors: Partial<Record<SettingName, string>>;
}

/** The fields behind "More". */
export const furtherSettings = ['stop', 'seed', 'presencePenalty', 'frequencyPenalty', 'extra'] as const;

export function toDraft(settings: ChatSettings): SettingsDraft {
  return {
    systemPrompt: settings.systemPrompt ?? '',
    temperature: settings.temperature?.toString() ?? '',
    topP: settings.topP?.toString() ?? '',
    maxTokens: settings.maxTokens?.toString() ?? '',
    stop: writeStop(settings.stop ?? []),
    seed: settings.seed?.toString() ?? '',
    presencePenalty: settings.presencePenalty?.toString() ?? '',
    frequencyPenalty: settings.frequencyPenalty?.toString() ?? '',
    extra: settings.extra === undefined ? '' : JSON.stringify(settings.extra, null, 2),
  };
}

/** Reads the fields. Empty ones are not set, and not sent. */
export function readDraft(draft: SettingsDraft, before: ChatSettings): ReadSettings {
  const errors: ReadSettings['errors'] = {};
  const settings: ChatSettings = {};
  if (draft.systemPrompt.trim() !== '') settings.systemPrompt = draft.systemPrompt;
  take('temperature', readNumber(draft.temperature, 0, 2));
  take('topP', readNumber(draft.topP, 0, 1));
  take('maxTokens', readWhole(draft.maxTokens, 1, t('Must be a whole number above 0.')));
  take('stop', readStop(draft.stop));
  take('seed', readWhole(draft.seed, Number.MIN_SAFE_INTEGER, t('Must be a whole number.')));
  take('presencePenalty', readNumber(draft.presencePenalty, -2, 2));
  take('frequencyPenalty', readNumber(draft.frequencyPenalty, -2, 2));
  take('extra', readExtra(draft.extra));
  return { settings, errors };

  function take<N extends SettingName>(name: N, read: ReadField<NonNullable<ChatSettings[N]>>): void {
    if (!read.ok) errors[name] = read.reason;
    const value = read.ok ? read.value : before[name];
    if (value !== undefined) settings[name] = value;
  }
}

function readWhole(text: string, least: number, reason: string): ReadField<number> {
  const read = readNumber(text, least, Number.MAX_SAFE_INTEGER);
  return read.ok && (read.value === undefined || Number.isInteger(read.value)) ? read : { ok: false, reason };
}

export function countSet(settings: ChatSettings): number {
  return Object.values(settings).filter((value) => value !== undefined && value !== '').length;
}

export function areSameSettings(a: ChatSettings, b: ChatSettings): boolean {
  const [first, second] = [toDraft(a), toDraft(b)];
  return Object.entries(first).every(([name, text]) => second[name as SettingName] === text);
}
