/** `undefined` is an empty cell. Numbers and truth values are written as such; texts are made harmless. */
export type CsvCell = string | number | boolean | undefined;

/** It begins with a text: a negative number would stand at the start of a line, and of a cell wherever commas part none. */
export type CsvRow = readonly [string, ...CsvCell[]];

// Without it, spreadsheets take UTF-8 for the system's old encoding.
const byteOrderMark = '\uFEFF';

// Where a cell may start for a spreadsheet: at the text's own start and, since it minds no quotes within a cell where semicolons or
// tabs part them, after each of those and each line's end. There an apostrophe keeps what is taken for the start of a formula (OWASP,
// "CSV Injection"), also in full width or behind blanks and quotes, from being one, and the text's end from leaving the start to what
// comes next. Apostrophes count as quotes, so that taking one off at each such place brings back every text.
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
