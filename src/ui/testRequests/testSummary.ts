import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import type { TestResult } from '../../core/testRequests/testRun.ts';
import {
  compareAnswers,
  isAtZero,
  type TestVerdict,
  verdictOf,
} from '../../core/testRequests/testVerdict.ts';
import { absoluteTime } from '../text/time.ts';
import { askedText } from './testAnswers.ts';
import { reasonText, sameAnswersText, shortName, timesText } from './testWords.ts';

/** Longer names are not waited for by the columns of the others. */
const nameColumn = 40;

export type ConnectionOf = (connectionId: string) => Connection;

/** How a run ended: the counts in the first line, then a line for each model in the order they were asked. */
export function summaryText(results: readonly TestResult[], connectionOf: ConnectionOf, at: number): string {
  const connections = [...new Set(results.map(({ model }) => connectionOf(model.connectionId)))];
  const isNamed = connections.length > 1;
  const rows = results.map((result) => row(result, connectionOf(result.model.connectionId), isNamed));
  const width = (part: 'outcome' | 'name', most: number) =>
    Math.max(...rows.map((one) => one[part].length).filter((length) => length <= most), 0);
  const [outcome, name] = [width('outcome', 30), width('name', nameColumn)];
  const lines = rows.map((one) =>
    `${one.outcome.padEnd(outcome)}  ${one.name.padEnd(name)}  ${one.remark}`.trimEnd(),
  );
  const where = connections.map((one) => `${cleanText(one.name, 60)} (${hostOf(one.baseUrl)})`).join(', ');
  const same = sameNote(results);
  return [
    countsText(results),
    '',
    `${where} · ${absoluteTime(at)}`,
    ...(same === undefined ? [] : [same]),
    '',
    ...lines,
    '',
    askedText(),
    '',
  ].join('\n');
}

/** "17 answer, 2 do not, 1 refused": who answers is always counted, all else only where there is any. */
export function countsText(results: readonly TestResult[]): string {
  const verdicts = results.map(({ answer }) => verdictOf(answer));
  const count = (verdict: TestVerdict) => verdicts.filter((one) => one === verdict).length;
  const answers = count('answers');
  const silent = count('silent');
  const parts = [answers === 1 ? vscode.l10n.t('1 answers') : vscode.l10n.t('{0} answer', answers)];
  if (silent > 0)
    parts.push(silent === 1 ? vscode.l10n.t('1 does not') : vscode.l10n.t('{0} do not', silent));
  if (count('cut') > 0) parts.push(vscode.l10n.t('{0} cut off', count('cut')));
  if (count('refused') > 0) parts.push(vscode.l10n.t('{0} refused', count('refused')));
  if (count('stopped') > 0) parts.push(vscode.l10n.t('{0} stopped', count('stopped')));
  if (count('notAsked') > 0) parts.push(vscode.l10n.t('{0} not asked', count('notAsked')));
  return parts.join(', ');
}

function sameNote(results: readonly TestResult[]): string | undefined {
  const same = results.filter(
    ({ answer, base }) => answer && base && compareAnswers(answer, base) === 'same',
  );
  const [first, ...others] = same;
  if (!first?.answer || !first.base) return undefined;
  if (others.length === 0) {
    const pair = vscode.l10n.t(
      '{0} and its base model {1}:',
      shortName(first.model.name),
      shortName(first.base.model),
    );
    return `${pair} ${sameAnswersText(isAtZero(first.answer, first.base))}`;
  }
  return vscode.l10n.t(
    '{0} LoRAs gave the same answer as their base models. At temperature 0 this can mean that the adapters are not applied.',
    same.length,
  );
}

function row(result: TestResult, connection: Connection, isNamed: boolean) {
  const name = shortName(result.model.name);
  return {
    outcome: outcomeText(verdictOf(result.answer)),
    name: isNamed ? `${name} · ${cleanText(connection.name, 40)}` : name,
    remark: remarkText(result, connection),
  };
}

function outcomeText(verdict: TestVerdict): string {
  switch (verdict) {
    case 'answers':
      return vscode.l10n.t('answers');
    case 'cut':
      return vscode.l10n.t('cut off');
    case 'silent':
      return vscode.l10n.t('no answer');
    case 'refused':
      return vscode.l10n.t('refused');
    case 'stopped':
      return vscode.l10n.t('stopped');
    case 'notAsked':
      return vscode.l10n.t('not asked');
  }
}

function remarkText(result: TestResult, connection: Connection): string {
  const { answer } = result;
  switch (verdictOf(answer)) {
    case 'silent':
    case 'refused':
      return answer ? reasonText(answer, connection) : '';
    case 'answers':
    case 'cut': {
      if (!answer) return '';
      const isEmpty = (answer.text + answer.reasoning).trim() === '';
      const remark = isEmpty ? vscode.l10n.t('no text') : baseRemark(result);
      return remark === undefined ? timesText(answer) : `${timesText(answer)} · ${remark}`;
    }
    default:
      return '';
  }
}

function baseRemark({ model, answer, base }: TestResult): string | undefined {
  if (model.kind === 'lora' && model.baseModelName === undefined)
    return vscode.l10n.t('base model not known');
  if (!answer || !base) return undefined;
  const name = shortName(base.model);
  switch (compareAnswers(answer, base)) {
    case 'same':
      return vscode.l10n.t('the same answer as its base model {0}', name);
    case 'different':
      return vscode.l10n.t('differs from {0}', name);
    case undefined:
      return verdictOf(base) === 'stopped'
        ? undefined
        : vscode.l10n.t('its base model {0} gave no answer to compare with', name);
  }
}
