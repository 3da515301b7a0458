import { t } from './t.ts';

export function lorasText(count: number): string {
  if (count === 0) return t('no LoRAs');
  return count === 1 ? t('1 LoRA') : t('{0} LoRAs', count);
}

export function baseModelsText(count: number): string {
  if (count === 0) return t('no base models');
  return count === 1 ? t('1 base model') : t('{0} base models', count);
}

/** "≈ 212 tokens" if it is an estimate. */
export function tokensText(count: number, isEstimated = false): string {
  const about = isEstimated ? '≈ ' : '';
  return about + (count === 1 ? t('1 token') : t('{0} tokens', count));
}

export function modelsText(count: number): string {
  return count === 1 ? t('1 model') : t('{0} models', count);
}
