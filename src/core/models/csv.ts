/** `undefined` is an empty cell. Numbers and truth values are written as such; texts are made harmless. */
export type CsvCell = string | number | boolean | undefined;

/** Starts with a text: a negative number there would start a formula for a spreadsheet that doesn't part cells at commas. */
export type CsvRow = readonly [string, ...CsvCell[]];

// Without it, spreadsheets take UTF-8 for the system's old encoding.
const byteOrderMark = '\uFEFF';

// Spreadsheets run a cell that starts with one of these signs (OWASP, "CSV Injection"), also in full width or after blanks and quotes.
// One that parts cells at semicolons or tabs ignores our quotes within a line, so that a text's semicolons, tabs and line ends start
// cells too. An apostrophe at each such start prevents it, also at the end of a text, where the next one would follow. Apostrophes
// count as quotes: taking one off at each start brings back every text.
const formulaStart = /(?<![^;\t\r\n])(?<!\r(?=\n))(?:(?=[\s"']*?[=+\-@\t\r\n＝＋－＠])|(?<!^)(?=[\s"']*$))/gu;

/** The rows as RFC 4180 has them, with a byte order mark in front. No spreadsheet runs any of it, whatever its separator. */
export function csvText(rows: readonly CsvRow[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = cell.replace(formulaStart, "'");
  // A semicolon or a tab parts cells where the system's list separator is another one.
  return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
