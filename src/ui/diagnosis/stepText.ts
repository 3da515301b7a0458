import * as vscode from 'vscode';
import type { SkipReason, Step, StepFacts, StepName } from '../../core/diagnosis/diagnosis.ts';
import { connectLines, lookupLines, proxyLines, tlsLines } from './networkStepText.ts';
import { placeLines, routeLines } from './placeText.ts';
import { chatStepLines, readStepLines } from './requestStepText.ts';
import { vscodeChatLines } from './vscodeChatText.ts';

/** Name of a step, in the report and while it runs. */
export function stepLabel(name: StepName): string {
  const labels: Record<StepName, string> = {
    place: vscode.l10n.t('Extension'),
    address: vscode.l10n.t('Address'),
    route: vscode.l10n.t('Route'),
    proxy: vscode.l10n.t('Proxy'),
    lookup: vscode.l10n.t('Name resolution'),
    connect: vscode.l10n.t('Connection'),
    tls: vscode.l10n.t('Certificate'),
    key: vscode.l10n.t('API key'),
    listLoras: vscode.l10n.t('List LoRAs'),
    getLora: vscode.l10n.t('Get a LoRA'),
    listBaseModels: vscode.l10n.t('List base models'),
    getBaseModel: vscode.l10n.t('Get a base model'),
    chat: vscode.l10n.t('Chat'),
    vscodeChat: vscode.l10n.t("VS Code's chat"),
  };
  return labels[name];
}

export function outcomeLabel(outcome: Step['outcome']): string {
  const labels: Record<Step['outcome'], string> = {
    ok: vscode.l10n.t('ok'),
    warning: vscode.l10n.t('warning'),
    failed: vscode.l10n.t('failed'),
    skipped: vscode.l10n.t('left out'),
  };
  return labels[outcome];
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
    case 'vscodeChat':
      return vscodeChatLines(step.facts);
    default:
      return readStepLines(step.facts, redact);
  }
}

function skipText(because: SkipReason): string {
  const texts: Record<SkipReason, string> = {
    proxied: vscode.l10n.t("doesn't apply where a proxy is used"),
    unencrypted: vscode.l10n.t('not used with http:'),
    unreachable: vscode.l10n.t("the service can't be reached"),
    noKey: vscode.l10n.t('there is no API key'),
    refusedKey: vscode.l10n.t('the API key was refused'),
    noModel: vscode.l10n.t('there is no such model'),
    notWanted: vscode.l10n.t('not wanted'),
    noneAdded: vscode.l10n.t('no model was added to it'),
    stopped: vscode.l10n.t('stopped'),
  };
  return texts[because];
}

function keyLines({ source, headers }: StepFacts['key']): string[] {
  const texts: Record<NonNullable<typeof source>, string> = {
    store: vscode.l10n.t("from VS Code's secret store"),
    window: vscode.l10n.t("kept for this window only: VS Code's secret store did not keep it"),
    environment: vscode.l10n.t('from HOSTED_MODELS_API_KEY'),
  };
  const lines = [source ? texts[source] : vscode.l10n.t('none for this address')];
  if (headers > 0) lines.push(vscode.l10n.t('further headers: {0}', headers));
  return lines;
}
