import * as vscode from 'vscode';
import type { SkipReason, Step, StepName } from '../../core/diagnosis/diagnosis.ts';
import { connectLines, lookupLines, proxyLines, tlsLines } from './networkStepText.ts';
import { placeLines, routeLines } from './placeText.ts';
import { chatStepLines, readStepLines } from './requestStepText.ts';

/** Name of a step, in the report and while it runs. */
export function stepLabel(name: StepName): string {
  switch (name) {
    case 'place':
      return vscode.l10n.t('Extension');
    case 'address':
      return vscode.l10n.t('Address');
    case 'route':
      return vscode.l10n.t('Way');
    case 'proxy':
      return vscode.l10n.t('Proxy');
    case 'lookup':
      return vscode.l10n.t('Name resolution');
    case 'connect':
      return vscode.l10n.t('Connection');
    case 'tls':
      return vscode.l10n.t('Certificate');
    case 'key':
      return vscode.l10n.t('API key');
    case 'listLoras':
      return vscode.l10n.t('List LoRAs');
    case 'getLora':
      return vscode.l10n.t('Get a LoRA');
    case 'listBaseModels':
      return vscode.l10n.t('List base models');
    case 'getBaseModel':
      return vscode.l10n.t('Get a base model');
    case 'chat':
      return vscode.l10n.t('Chat');
  }
}

export function outcomeLabel(outcome: Step['outcome']): string {
  switch (outcome) {
    case 'ok':
      return vscode.l10n.t('ok');
    case 'warning':
      return vscode.l10n.t('warning');
    case 'failed':
      return vscode.l10n.t('failed');
    case 'skipped':
      return vscode.l10n.t('left out');
  }
}

/** Findings of a step, one per line. `redact` is applied to all text written by others. */
export function stepLines(step: Step, redact: (words: string) => string): string[] {
  if (step.outcome === 'skipped') return [skipText(step.because)];
  switch (step.name) {
    case 'place':
      return placeLines(step.facts);
    case 'address':
      return step.facts.isUnencrypted
        ? [step.facts.baseUrl, vscode.l10n.t('not encrypted')]
        : [step.facts.baseUrl];
    case 'route':
      return routeLines(step.facts);
    case 'proxy':
      return proxyLines(step.facts);
    case 'lookup':
      return lookupLines(step.facts);
    case 'connect':
      return connectLines(step.facts);
    case 'tls':
      return tlsLines(step.facts, redact);
    case 'key':
      return keyLines(step.facts);
    case 'chat':
      return chatStepLines(step.facts, redact);
    default:
      return readStepLines(step.facts, redact);
  }
}

function skipText(because: SkipReason): string {
  switch (because) {
    case 'proxied':
      return vscode.l10n.t('says nothing where a proxy is used');
    case 'unencrypted':
      return vscode.l10n.t('http: has none');
    case 'unreachable':
      return vscode.l10n.t("the service can't be reached");
    case 'noKey':
      return vscode.l10n.t('there is no API key');
    case 'refusedKey':
      return vscode.l10n.t('the API key was refused');
    case 'noModel':
      return vscode.l10n.t('there is no such model');
    case 'notWanted':
      return vscode.l10n.t('not wanted');
    case 'stopped':
      return vscode.l10n.t('stopped');
  }
}

function keyLines({ source, headers }: Extract<Step, { name: 'key'; facts: object }>['facts']): string[] {
  const lines = [keyText(source)];
  if (headers > 0) lines.push(vscode.l10n.t('further headers: {0}', headers));
  return lines;
}

function keyText(source: 'store' | 'window' | 'environment' | undefined): string {
  switch (source) {
    case 'store':
      return vscode.l10n.t("from VS Code's secret store");
    case 'window':
      return vscode.l10n.t("kept for this window only: VS Code's secret store did not keep it");
    case 'environment':
      return vscode.l10n.t('from HOSTED_MODELS_API_KEY');
    default:
      return vscode.l10n.t('none for this address');
  }
}
