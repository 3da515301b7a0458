import * as v from 'valibot';
import { type ChatSettings, typedSettings } from '../../../core/chats/tree/chatSettings.ts';
import { defined } from '../../../core/defined.ts';
import type { Preset } from '../../../core/presets/presets.ts';
import { defaultMaxTokens, maxRepetitions } from '../../../core/promptSets/run/runRecord.ts';
import { inputStep } from '../../shared/inputStep.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import { pickStep, type StepLook } from './pickStep.ts';

interface Asked {
  settings: ChatSettings;
  repetitions: number;
}

type Answer = Promise<'done' | 'back' | undefined>;

/** The settings of a run unless the user chooses others: as far as a service allows, its answers can be had again. */
export const plainSettings: ChatSettings = { temperature: 0 };

export async function askTemperature(draft: Asked, { title }: StepLook): Answer {
  return askNumber(title, {
    prompt: t('Temperature, from 0 to 2. Leave it empty to send none.'),
    value: draft.settings.temperature,
    canBeEmpty: true,
    isValid: (temperature) => v.is(typedSettings, { temperature }),
    invalid: t('Enter a number from 0 to 2, or nothing.'),
    take: (temperature) => {
      const { temperature: _before, ...others } = draft.settings;
      draft.settings = { ...others, ...defined({ temperature }) };
    },
  });
}

export async function askMaxTokens(draft: Asked, { title }: StepLook): Answer {
  return askNumber(title, {
    prompt: t('Most tokens of one answer. A longer one is cut off, and counts as it stands.'),
    value: draft.settings.maxTokens ?? defaultMaxTokens,
    isValid: (maxTokens) => v.is(typedSettings, { maxTokens }),
    invalid: t('Enter a whole number from 1.'),
    take: (maxTokens = defaultMaxTokens) => {
      draft.settings = { ...draft.settings, maxTokens };
    },
  });
}

export async function askRepetitions(draft: Asked, { title }: StepLook): Answer {
  return askNumber(title, {
    prompt: t('How often each model is asked each prompt, from 1 to {0}', maxRepetitions),
    value: draft.repetitions,
    isValid: (count) => Number.isInteger(count) && count >= 1 && count <= maxRepetitions,
    invalid: t('Enter a whole number from 1 to {0}.', maxRepetitions),
    take: (repetitions = 1) => {
      draft.repetitions = repetitions;
    },
  });
}

interface NumberStep {
  prompt: string;
  value: number | undefined;
  canBeEmpty?: boolean;
  isValid(value: number): boolean;
  /** What to enter instead of what isn't valid. */
  invalid: string;
  /** Gets nothing if the field was left empty. */
  take(value: number | undefined): void;
}

async function askNumber(title: string, step: NumberStep): Answer {
  const { prompt, value, canBeEmpty = false, isValid, invalid, take } = step;
  // Many people's decimal separator is a comma.
  const read = (text: string) => (text.trim() === '' ? undefined : Number(text.trim().replace(',', '.')));
  const result = await inputStep({
    title,
    prompt,
    value: value?.toString(),
    hasBack: true,
    check: (text) => {
      const typed = read(text);
      return (typed === undefined ? canBeEmpty : isValid(typed)) ? undefined : invalid;
    },
  });
  if (result?.is !== 'accepted') return result?.is;
  take(read(result.text));
  return 'done';
}

/** Takes over all settings of a preset; *none* has those that a run has anyway. */
export async function choosePreset(draft: Asked, presets: readonly Preset[], look: StepLook): Answer {
  const none = { label: t('none'), description: settingsText(plainSettings), settings: plainSettings };
  const items = presets.map(({ name, settings }) => ({
    label: withoutIcons(name),
    description: settingsText(settings),
    settings,
  }));
  const placeholder = t('Select the settings of all requests');
  const chosen = await pickStep({ ...look, placeholder }, [none, ...items]);
  if (!chosen || chosen === 'back') return chosen;
  draft.settings = chosen.settings;
  return 'done';
}

/** Names what is set, e.g. "system prompt, temperature, max tokens". */
function settingsText(settings: ChatSettings): string {
  const names: Record<keyof ChatSettings, string> = {
    systemPrompt: t('system prompt'),
    temperature: t('temperature'),
    topP: t('top P'),
    maxTokens: t('max tokens'),
    stop: t('stop'),
    seed: t('seed'),
    presencePenalty: t('presence penalty'),
    frequencyPenalty: t('frequency penalty'),
    extra: t('extra JSON'),
  };
  const set = Object.keys(settings).flatMap((key) => names[key as keyof ChatSettings] ?? []);
  return set.join(', ');
}
