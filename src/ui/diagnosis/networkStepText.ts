import * as vscode from 'vscode';
import type { StepFacts } from '../../core/diagnosis/diagnosis.ts';
import { daysLeft } from '../../core/diagnosis/networkSteps.ts';
import { shortDate } from '../shared/text/time.ts';

export function proxyLines({ proxy, code }: StepFacts['proxy']): string[] {
  return [code === undefined ? vscode.l10n.t('{0} can be reached', proxy) : `${proxy}: ${codeText(code)}`];
}

export function lookupLines(facts: StepFacts['lookup']): string[] {
  return facts.ok
    ? facts.value.map(({ address, family }) => `${address} (IPv${family})`)
    : [codeText(facts.code)];
}

export function connectLines({ tries }: StepFacts['connect']): string[] {
  return tries.map(({ address, family, port, code }) => {
    const at = family === 6 ? `[${address}]:${port}` : `${address}:${port}`;
    return `${at} ${code === undefined ? vscode.l10n.t('connected') : codeText(code)}`;
  });
}

export function tlsLines(facts: StepFacts['tls'], redact: (words: string) => string): string[] {
  if (!facts.ok) return [codeText(facts.code)];
  const { protocol, subject, issuer, nodeProblem, systemProblem } = facts.value;
  const given = (name: string | undefined) =>
    name === undefined ? vscode.l10n.t('not given') : redact(name);
  return [
    ...(protocol === undefined ? [] : [protocol]),
    vscode.l10n.t('for {0}', given(subject)),
    vscode.l10n.t('issued by {0}', given(issuer)),
    expiryText(facts.value),
    trustText(nodeProblem, systemProblem),
  ];
}

function expiryText(certificate: { validFrom: number | undefined; validTo: number | undefined }): string {
  const { validFrom, validTo } = certificate;
  const left = daysLeft(certificate, Date.now());
  if (validTo === undefined || left === undefined) return vscode.l10n.t('no end date given');
  const end = shortDate(validTo);
  if (left < 0) return vscode.l10n.t('expired on {0}', end);
  if (validFrom !== undefined && validFrom > Date.now()) {
    return vscode.l10n.t('valid only from {0}', shortDate(validFrom));
  }
  return left === 1
    ? vscode.l10n.t('valid until {0}, 1 more day', end)
    : vscode.l10n.t('valid until {0}, {1} more days', end, left);
}

function trustText(nodeProblem: string | undefined, systemProblem: string | undefined): string {
  if (nodeProblem === undefined) return vscode.l10n.t('trusted');
  return systemProblem === undefined
    ? vscode.l10n.t("trusted by the system, not by Node's own certificates ({0})", nodeProblem)
    : vscode.l10n.t('trusted neither by Node nor by the system ({0})', systemProblem);
}

/** A system error code, or our own for a probe that timed out. */
export function codeText(code: string): string {
  return code === 'TIMEOUT' ? vscode.l10n.t('no answer in time') : code;
}
