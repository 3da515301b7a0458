/** `undefined` is an empty cell. Numbers and truth values are written as such; texts are made harmless. */
export type CsvCell = string | number | boolean | undefined;

/** Without it, spreadsheets take UTF-8 for the system's old encoding. */
const byteOrderMark = '\uFEFF';

// What a spreadsheet takes for the start of a formula (OWASP, "CSV Injection"), also in full width; a text that begins as a
// guarded one does is guarded as well, so that taking one apostrophe off brings back every text.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/** The rows as RFC 4180 has them, with a byte order mark in front. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  // A semicolon or a tab parts cells where the system's list separator is another one.
  return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
