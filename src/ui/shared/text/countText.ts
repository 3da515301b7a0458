import * as vscode from 'vscode';

export function lorasText(count: number): string {
  if (count === 0) return vscode.l10n.t('no LoRAs');
  return count === 1 ? vscode.l10n.t('1 LoRA') : vscode.l10n.t('{0} LoRAs', count);
}

export function baseModelsText(count: number): string {
  if (count === 0) return vscode.l10n.t('no base models');
  return count === 1 ? vscode.l10n.t('1 base model') : vscode.l10n.t('{0} base models', count);
}

/** "≈ 212 tokens" if it is an estimate. */
export function tokensText(count: number, isEstimated = false): string {
  const about = isEstimated ? '≈ ' : '';
  return about + (count === 1 ? vscode.l10n.t('1 token') : vscode.l10n.t('{0} tokens', count));
}

export function modelsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 model') : vscode.l10n.t('{0} models', count);
}
