import type { Texts } from '../../../base/texts.ts';
import type { ChatSettings } from '../../chats/tree/chatSettings.ts';
import { cleanText } from '../../cleanText.ts';
import { isSensibleTime } from '../../sensibleTime.ts';
import type { Run, RunModel } from '../run/runRecord.ts';

/**
 * Returns what was run and where, e.g. "Nov 18, 10:42 · Acme production · 200 prompts × 2 models · temperature 0, max tokens 1,024 · 3
 * repetitions".
 */
export function runFacts(
  t: Texts,
  { createdAt, prompts, models, settings, repetitions }: Run,
  connections?: NamedConnections,
): string {
  const asked = models.filter(({ isNoiseFloor }) => !isNoiseFloor).length;
  return [
    dayAndTime(t, createdAt),
    connections ? connectionNames(models, connections) : '',
    t('{0} × {1}', t.plural(prompts, '1 prompt', '{0} prompts'), t.plural(asked, '1 model', '{0} models')),
    runSettingsText(t, settings),
    repetitions > 1 ? t.plural(repetitions, '1 repetition', '{0} repetitions') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns, e.g., "Nov 18, 10:42 AM", of another year with it; a number beyond four-digit years as it is. `at`: in Unix ms. */
export function dayAndTime(t: Texts, at: number, now = Date.now()): string {
  if (!isSensibleTime(at)) return String(at);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return t.date(at, { ...year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}

/** Says a setting with its value, or with its values before and now. */
export const settingTexts = {
  temperature: (t, value) => t('temperature {0}', value),
  topP: (t, value) => t('top P {0}', value),
  maxTokens: (t, value) => t('max tokens {0}', value),
  stop: (t, value) => t('stop {0}', value),
  seed: (t, value) => t('seed {0}', String(value)),
  presencePenalty: (t, value) => t('presence penalty {0}', value),
  frequencyPenalty: (t, value) => t('frequency penalty {0}', value),
} satisfies Partial<Record<keyof ChatSettings, (t: Texts, value: string | number) => string>>;

export const settingNames = Object.keys(settingTexts) as (keyof typeof settingTexts)[];

/** Returns, e.g., "temperature 0, max tokens 1,024, system prompt": the values of numbers, and that others are set. */
export function runSettingsText(t: Texts, settings: ChatSettings): string {
  const { systemPrompt, stop, extra } = settings;
  const numbers = settingNames.flatMap((name) => {
    const value = settings[name];
    return typeof value === 'number' ? [settingTexts[name](t, value)] : [];
  });
  return [
    ...numbers,
    stop ? t('stop') : '',
    systemPrompt ? t('system prompt') : '',
    extra ? t('extra JSON') : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export interface NamedConnections {
  byId: (id: string) => { name: string } | undefined;
}

/** Returns the names of the connections that some models are asked over, e.g. "Acme production". One that was removed has none. */
export function connectionNames(
  models: readonly Pick<RunModel, 'connectionId'>[],
  connections: NamedConnections,
): string {
  const ids = [...new Set(models.map(({ connectionId }) => connectionId))];
  return ids
    .flatMap((id) => connections.byId(id) ?? [])
    .map(({ name }) => cleanText(name, 40))
    .join(', ');
}

/**
 * Returns each model's name as it is shown; with its connection's where names alone would be the same, or where there are several
 * connections. A connection that was removed has no name.
 */
export function modelNames(t: Texts, models: Run['models'], connections: NamedConnections): string[] {
  const isSeveral = new Set(models.map(({ connectionId }) => connectionId)).size > 1;
  return models.map(({ connectionId, name }) => {
    const shown = cleanText(name, 80);
    const connection = isSeveral ? connections.byId(connectionId)?.name : undefined;
    return connection === undefined ? shown : t('{0} ({1})', shown, cleanText(connection, 40));
  });
}
