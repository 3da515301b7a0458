import type { ChatSettings } from '../../../core/chats/tree/chatSettings.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { SettingName } from '../../../core/promptSets/report/runDifferences.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { Connections } from '../../connections/connections.ts';
import { plural, t } from '../../shared/text/t.ts';
import { dayAndTime } from '../../shared/text/time.ts';

const numberSettings = [
  'temperature',
  'topP',
  'maxTokens',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
] as const;

/** Returns what was run, e.g. "Nov 18, 10:42 · 200 prompts × 2 models · temperature 0, max tokens 1,024 · 3 repetitions". */
export function runFacts({ createdAt, prompts, models, settings, repetitions }: Run): string {
  const asked = models.filter(({ isNoiseFloor }) => !isNoiseFloor).length;
  return [
    dayAndTime(createdAt),
    t('{0} × {1}', plural(prompts, '1 prompt', '{0} prompts'), plural(asked, '1 model', '{0} models')),
    runSettingsText(settings),
    repetitions > 1 ? plural(repetitions, '1 repetition', '{0} repetitions') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Says a setting with its value, or with its values before and now. */
export const settingTexts: Readonly<Record<SettingName, (value: string | number) => string>> = {
  temperature: (value) => t('temperature {0}', value),
  topP: (value) => t('top P {0}', value),
  maxTokens: (value) => t('max tokens {0}', value),
  seed: (value) => t('seed {0}', String(value)),
  presencePenalty: (value) => t('presence penalty {0}', value),
  frequencyPenalty: (value) => t('frequency penalty {0}', value),
  stop: (value) => t('stop {0}', value),
};

/** Returns, e.g., "temperature 0, max tokens 1,024, system prompt": the values of numbers, and that others are set. */
export function runSettingsText(settings: ChatSettings): string {
  const { systemPrompt, stop, extra } = settings;
  const numbers = numberSettings.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : settingTexts[name](value);
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

/**
 * Returns each model's name as it is shown; with its connection's where names alone would be the same, or where there are several
 * connections. A connection that was removed has no name.
 */
export function modelNames(models: Run['models'], connections: Pick<Connections, 'byId'>): string[] {
  const isSeveral = new Set(models.map(({ connectionId }) => connectionId)).size > 1;
  return models.map(({ connectionId, name }) => {
    const shown = cleanText(name, 80);
    const connection = isSeveral ? connections.byId(connectionId)?.name : undefined;
    return connection === undefined ? shown : t('{0} ({1})', shown, cleanText(connection, 40));
  });
}
