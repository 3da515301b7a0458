/** A cell of a CSV file; `undefined` is an empty one. Numbers and booleans are written as they are; text is made harmless. */
export type CsvCell = string | number | boolean | undefined;

/**
 * A row of a CSV file. The first cell is text: a negative number would start a formula if a spreadsheet doesn't split at commas.
 */
export type CsvRow = readonly [string, ...CsvCell[]];

// Without it, spreadsheets mistake UTF-8 for the system's legacy encoding.
export const byteOrderMark = '\uFEFF';

// Spreadsheets run a cell that starts with one of these signs (OWASP, "CSV Injection"), also full-width or after blanks and
// quotes. One that splits cells at semicolons or tabs ignores our quotes within a line, so a text's semicolons, tabs and line
// ends start cells too. An apostrophe at each such start prevents this, also at the end of a text, where the next text would
// follow; a blank line is an empty cell, and stays one. Apostrophes count as quotes, so removing one at each start restores every text.
const cellStart = /(?<![^;\t])(?:(?=[\s"']*?[=+\-@\t\r\n＝＋－＠])|(?<!^)(?=[\s"']*$))/u;
const lineStart = /(?<=[\r\n])(?<!\r(?=\n))(?=(?:[^\S\r\n]|["'])*?(?:[=+\-@\t＝＋－＠]|$))/u;
const formulaStart = new RegExp(`${cellStart.source}|${lineStart.source}`, 'gu');

/** Returns the rows as CSV (RFC 4180), after a byte order mark. No spreadsheet runs any of it, whatever its separator. */
export function csvText(rows: readonly CsvRow[]): string {
  return byteOrderMark + rows.map(csvLine).join('');
}

/** Returns one row, for a file that is written piece by piece. */
export function csvLine(row: CsvRow): string {
  return `${row.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = cell.replace(formulaStart, "'");
  // Semicolons and tabs separate cells if they are the system's list separator.
  return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
