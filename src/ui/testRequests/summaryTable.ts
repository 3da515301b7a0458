import * as vscode from 'vscode';

/** Longer names do not widen the column. */
const nameColumn = 36;

export interface SummaryRow {
  outcome: string;
  name: string;
  /** `undefined` if there was no answer: the remark then takes its place. */
  time: string | undefined;
  firstToken: string;
  remark: string;
}

/** Formats a head and one line per row, in columns. Remarks come last, most important part first: they may be long. */
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
  return all.map((row) => {
    const start = `${row.outcome.padEnd(widths.outcome)}  ${row.name.padEnd(widths.name)}  `;
    if (row.time === undefined) return (start + row.remark).trimEnd();
    const times = `${row.time.padEnd(widths.time)}  ${row.firstToken.padEnd(widths.firstToken)}`;
    return `${start}${times}  ${row.remark}`.trimEnd();
  });
}
