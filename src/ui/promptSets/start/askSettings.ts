import * as v from 'valibot';
import { defined } from '../../../base/defined.ts';
import { type ChatSettings, typedSettings } from '../../../core/chats/tree/chatSettings.ts';
import type { Preset } from '../../../core/presets/presets.ts';
import { defaultMaxTokens, maxRepetitions, plainSettings } from '../../../core/promptSets/run/runRecord.ts';
import { runSettingsText } from '../../../core/promptSets/words/runFacts.ts';
import { inputStep } from '../../shared/inputStep.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { pickStep, type StepLook } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';

interface Asked {
  settings: ChatSettings;
  repetitions: number;
  maxTotalTokens?: number | undefined;
}

/** What is to be changed; `undefined` if the user cancels. */
type Answer = Promise<Partial<Asked> | 'back' | undefined>;

export async function askTemperature({ settings }: Asked, { title }: StepLook): Answer {
  return askNumber(title, {
    prompt: t('Temperature, from 0 to 2. Leave it empty to send none.'),
    value: settings.temperature,
    canBeEmpty: true,
    isValid: (temperature) => v.is(typedSettings, { temperature }),
    invalid: t('Enter a number from 0 to 2, or nothing.'),
    take: (temperature) => ({ settings: defined({ ...settings, temperature }) }),
  });
}

export async function askMaxTokens({ settings }: Asked, { title }: StepLook): Answer {
  return askNumber(title, {
    prompt: t('The most tokens of an answer. A longer one is cut off, and checked as it stands.'),
    value: settings.maxTokens ?? defaultMaxTokens,
    isValid: (maxTokens) => v.is(typedSettings, { maxTokens }),
    invalid: t('Enter a whole number from 1.'),
    take: (maxTokens) => ({ settings: defined({ ...settings, maxTokens }) }),
  });
}

export async function askMaxTotalTokens({ maxTotalTokens }: Asked, { title }: StepLook): Answer {
  return askNumber(title, {
    prompt: t(
      'The run stops once all its answers together have so many tokens. Leave it empty for no ceiling.',
    ),
    value: maxTotalTokens,
    canBeEmpty: true,
    isValid: (count) => Number.isSafeInteger(count) && count >= 1,
    invalid: t('Enter a whole number from 1, or nothing.'),
    take: (count) => ({ maxTotalTokens: count }),
  });
}

export async function askRepetitions({ repetitions }: Asked, { title }: StepLook): Answer {
  return askNumber(title, {
    prompt: t('How often each model is asked each prompt, from 1 to {0}', maxRepetitions),
    value: repetitions,
    isValid: (count) => Number.isInteger(count) && count >= 1 && count <= maxRepetitions,
    invalid: t('Enter a whole number from 1 to {0}.', maxRepetitions),
    take: (count = 1) => ({ repetitions: count }),
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
  take(value: number | undefined): Partial<Asked>;
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
  return result?.is === 'accepted' ? take(read(result.text)) : result?.is;
}

/** Takes over all settings of a preset; *none* has those that a run has anyway. */
export async function choosePreset(presets: readonly Preset[], look: StepLook): Answer {
  const none = { label: t('none'), description: runSettingsText(t, plainSettings), settings: plainSettings };
  const items = presets.map(({ name, settings }) => ({
    label: withoutIcons(name),
    description: runSettingsText(t, settings),
    settings,
  }));
  const placeholder = t('Select the settings for all requests');
  const chosen = await pickStep({ ...look, placeholder }, [none, ...items]);
  return chosen && chosen !== 'back' ? { settings: chosen.settings } : chosen;
}
