import * as vscode from 'vscode';
import { wrapLines } from '../text/wrapLines.ts';

/** How many letters a line holds, so that most windows show it whole. */
export const lineLength = 84;

/** Longer names are not waited for by the columns of the others. */
const nameColumn = 36;

/** A remark gets this much, also where the line is longer then. */
const leastRemark = 20;

export interface SummaryRow {
  outcome: string;
  name: string;
  /** `undefined` where there was no answer: then the remark stands here. */
  time: string | undefined;
  firstToken: string;
  remark: string;
}

/** Rows in columns below a head; what is left of a remark stands below its beginning. */
export function tableLines(rows: readonly SummaryRow[]): string[] {
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
  return all.flatMap((row) => {
    const start = `${row.outcome.padEnd(widths.outcome)}  ${row.name.padEnd(widths.name)}  `;
    const times = `${(row.time ?? '').padEnd(widths.time)}  ${row.firstToken.padEnd(widths.firstToken)}  `;
    return withRemark(row.time === undefined ? start : start + times, row.remark);
  });
}

function withRemark(start: string, remark: string): string[] {
  const [first = '', ...others] = wrapLines(remark, Math.max(lineLength - start.length, leastRemark));
  const indent = ' '.repeat(start.length);
  return [(start + first).trimEnd(), ...others.map((line) => indent + line)];
}
