import type { Model } from '../../../api/index.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ModelChange } from '../../../core/models/catalogChanges.ts';
import { baseOf } from '../../../core/models/modelFilter.ts';
import { bareName } from '../../../core/shownName.ts';
import { lorasText } from '../../shared/text/countText.ts';
import { t } from '../../shared/text/t.ts';
import { createdText, relativeTime, shortAge } from '../../shared/text/time.ts';
import { presentWord } from './modelFacts.ts';

/**
 * Returns a row's text beside its name, e.g. "llama-3-8b · 3d", "deployed · 12 LoRAs" or "not deployed". The most telling part
 * comes first, since a narrow view cuts off the end. `loras`: number of listed LoRAs on a base model.
 */
export function rowSummary(model: Model, loras: number): string {
  const deployment = model.activeDeployment;
  if (!deployment) return joined(' · ', t('not deployed'), lorasPart(loras));
  if (model.kind === 'baseModel') return joined(' · ', presentWord(model), lorasPart(loras));
  const age = deployment.createdAt === undefined ? '' : createdText(deployment.createdAt, shortAge);
  // The tooltip has the whole name.
  const base = bareName(baseOf(model) ?? '');
  return joined(' · ', cleanText(base, 80) || presentWord(model), age);
}

/** Returns the row as screen readers read it, e.g. "support-tone-v7, new, LoRA, deployed on llama-3-8b, 3 days ago". */
export function modelReading(model: Model, loras: number, change?: ModelChange['is']): string {
  const kind = model.kind === 'lora' ? t('LoRA') : t('base model');
  const name = joined(', ', cleanText(model.name), change ? changeWord(change) : '', kind);
  return joined(', ', name, ...(change === 'gone' ? [lastPlace(model)] : stateWords(model, loras)));
}

/** Returns the word at the start of a row, which screen readers read too. */
export function changeWord(change: ModelChange['is']): string {
  const words: Record<ModelChange['is'], string> = {
    new: t('new'),
    changed: t('changed'),
    gone: t('gone'),
  };
  return words[change];
}

/** Returns where a model was that is gone, e.g. "was on llama-3-8b". */
export function lastPlace(model: Model): string {
  if (!model.activeDeployment) return t('was not deployed');
  const base = model.kind === 'lora' ? model.activeDeployment.baseModelName : undefined;
  if (base) return t('was on {0}', cleanText(base, 80));
  return model.isServed ? t('was served') : t('was deployed');
}

function stateWords(model: Model, loras: number): string[] {
  const deployment = model.activeDeployment;
  if (!deployment) return [t('not deployed'), lorasPart(loras)];
  const base = model.kind === 'lora' ? cleanText(baseOf(model) ?? '') : '';
  const onBase = model.isServed ? t('served on {0}', base) : t('deployed on {0}', base);
  return [
    base ? onBase : presentWord(model),
    lorasPart(loras),
    deployment.createdAt === undefined ? '' : createdText(deployment.createdAt, relativeTime),
  ];
}

function lorasPart(loras: number): string {
  return loras === 0 ? '' : lorasText(loras);
}

function joined(separator: string, ...parts: string[]): string {
  return parts.reduce((all, part) => (all && part ? all + separator + part : all || part), '');
}
