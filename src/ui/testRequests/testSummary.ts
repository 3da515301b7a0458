import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { TestAnswer } from '../../core/testRequests/testRequest.ts';
import type { TestResult } from '../../core/testRequests/testRun.ts';
import {
  compareAnswers,
  isAtZero,
  type TestVerdict,
  verdictOf,
} from '../../core/testRequests/testVerdict.ts';
import { placeName } from '../shared/text/placeName.ts';
import { secondsText } from '../shared/text/secondsText.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { wrapLines } from '../shared/text/wrapLines.ts';
import { askedLines } from './testAnswers.ts';
import { reasonText, shortName } from './testText.ts';

/** Longer names do not widen the column. */
const nameColumn = 36;

interface SummaryRow {
  outcome: string;
  name: string;
  /** `undefined` if there was no answer: the remark then takes its place. */
  time: string | undefined;
  firstToken: string;
  remark: string;
}

/** Formats a head and one line per row, in columns. Remarks come last, most important part first: they may be long. */
function tableLines(rows: readonly SummaryRow[]): string[] {
  const head = {
    outcome: vscode.l10n.t('result'),
    name: vscode.l10n.t('model'),
    time: vscode.l10n.t('answer'),
    firstToken: vscode.l10n.t('first token'),
    remark: '',
  };
  const all: SummaryRow[] = [head, ...rows];
  const width = (of: (row: SummaryRow) => string, most = 40) =>
    Math.max(...all.map((row) => of(row).length).filter((length) => length <= most));
  const widths = {
    outcome: width(({ outcome }) => outcome),
    name: width(({ name }) => name, nameColumn),
    time: width(({ time = '' }) => time),
    firstToken: width(({ firstToken }) => firstToken),
  };
  return all.map((row) => {
    const start = `${row.outcome.padEnd(widths.outcome)}  ${row.name.padEnd(widths.name)}  `;
    if (row.time === undefined) return (start + row.remark).trimEnd();
    const times = `${row.time.padEnd(widths.time)}  ${row.firstToken.padEnd(widths.firstToken)}`;
    return `${start}${times}  ${row.remark}`.trimEnd();
  });
}

/** Length in characters at which sentences wrap, so that most windows show them whole. */
const lineLength = 72;

export type ConnectionOf = (connectionId: string) => Connection;

/** Summarises a run: the counts in the first line, then one row per model in the order tested. */
export function summaryText(results: readonly TestResult[], connectionOf: ConnectionOf, at: number): string {
  const connections = [...new Set(results.map(({ model }) => connectionOf(model.connectionId)))];
  const isNamed = connections.length > 1;
  const rows = results.map((result) => row(result, connectionOf(result.model.connectionId), isNamed));
  const same = sameNote(results);
  return [
    countsText(results),
    '',
    ...connections.map(placeName),
    absoluteTime(at),
    ...(same === undefined ? [] : ['', ...wrapLines(same, lineLength)]),
    '',
    ...tableLines(rows),
    '',
    ...firstRequestNote(results),
    ...askedLines(),
    '',
  ].join('\n');
}

/** "17 answered, 2 didn't answer, 1 refused": answers are always counted, everything else only if there is any. */
export function countsText(results: readonly TestResult[]): string {
  const verdicts = results.map(({ answer }) => verdictOf(answer));
  const count = (verdict: TestVerdict) => verdicts.filter((one) => one === verdict).length;
  const answers = count('answers');
  const silent = count('silent');
  const parts = [answers === 1 ? vscode.l10n.t('1 answered') : vscode.l10n.t('{0} answered', answers)];
  if (silent > 0)
    parts.push(silent === 1 ? vscode.l10n.t("1 didn't answer") : vscode.l10n.t("{0} didn't answer", silent));
  if (count('cut') > 0) parts.push(vscode.l10n.t('{0} cut off', count('cut')));
  if (count('refused') > 0) parts.push(vscode.l10n.t('{0} refused', count('refused')));
  if (count('stopped') > 0) parts.push(vscode.l10n.t('{0} stopped', count('stopped')));
  if (count('notAsked') > 0) parts.push(vscode.l10n.t('{0} not asked', count('notAsked')));
  return parts.join(', ');
}

function sameNote(results: readonly TestResult[]): string | undefined {
  const same = results.filter(
    ({ answer, base }) => answer && base && compareAnswers(answer, base) === 'same',
  ).length;
  if (same === 0) return undefined;
  return same === 1
    ? vscode.l10n.t(
        '1 LoRA gave the same answer as its base model. At temperature 0 this can mean that the adapter is not applied.',
      )
    : vscode.l10n.t(
        '{0} LoRAs gave the same answer as their base models. At temperature 0 this can mean that the adapters are not applied.',
        same,
      );
}

/** Explains the mark on some figures. */
function firstRequestNote(results: readonly TestResult[]): string[] {
  if (!results.some(({ answer }) => answer && isMarked(answer))) return [];
  return [vscode.l10n.t('* first request: time may include loading the adapter.')];
}

function isMarked({ figures }: TestAnswer): boolean {
  return figures.ttftMs !== undefined && figures.isFirstRequest === true;
}

function row(result: TestResult, connection: Connection, isNamed: boolean): SummaryRow {
  const { model, answer } = result;
  const name = shortName(model.name);
  const verdict = verdictOf(answer);
  const { ttftMs, durationMs } = answer?.figures ?? {};
  const isTimed = (verdict === 'answers' || verdict === 'cut') && durationMs !== undefined;
  const mark = answer && isMarked(answer) ? '*' : '';
  return {
    outcome: outcomeText(verdict),
    name: isNamed ? `${name} · ${cleanText(connection.name, 40)}` : name,
    time: isTimed ? secondsText(durationMs) : undefined,
    firstToken: isTimed && ttftMs !== undefined ? `${secondsText(ttftMs)}${mark}` : '',
    remark: remarkText(result, connection),
  };
}

function outcomeText(verdict: TestVerdict): string {
  const texts: Record<TestVerdict, string> = {
    answers: vscode.l10n.t('answers'),
    cut: vscode.l10n.t('cut off'),
    silent: vscode.l10n.t('no answer'),
    refused: vscode.l10n.t('refused'),
    stopped: vscode.l10n.t('stopped'),
    notAsked: vscode.l10n.t('not asked'),
  };
  return texts[verdict];
}

function remarkText(result: TestResult, connection: Connection): string {
  const { answer } = result;
  switch (verdictOf(answer)) {
    case 'silent':
    case 'refused':
      return answer ? reasonText(answer, connection) : '';
    case 'answers':
      if (answer?.text.trim() !== '') return baseRemark(result);
      return answer.reasoning.trim() === ''
        ? vscode.l10n.t('no text')
        : vscode.l10n.t('only reasoning so far');
    default:
      return '';
  }
}

function baseRemark({ model, answer, base }: TestResult): string {
  if (model.kind === 'lora' && model.baseModelName === undefined)
    return vscode.l10n.t('base model not known');
  if (!answer || !base || verdictOf(base) === 'stopped') return '';
  const name = shortName(base.model);
  switch (compareAnswers(answer, base)) {
    case 'same':
      return vscode.l10n.t('the same answer as {0}', name);
    case 'different':
      return isAtZero(answer, base)
        ? vscode.l10n.t('differs from {0}', name)
        : vscode.l10n.t('differs from {0}, which may be chance', name);
    case undefined:
      return vscode.l10n.t('{0} gave no answer to compare with', name);
  }
}
