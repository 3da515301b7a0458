import { plural, t } from './t.ts';

export function lorasText(count: number): string {
  if (count === 0) return t('no LoRAs');
  return plural(count, '1 LoRA', '{0} LoRAs');
}

export function baseModelsText(count: number): string {
  if (count === 0) return t('no base models');
  return plural(count, '1 base model', '{0} base models');
}

export function modelsText(count: number): string {
  return plural(count, '1 model', '{0} models');
}
