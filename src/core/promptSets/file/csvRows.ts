import { CsvError, type Parser, parse } from 'csv-parse';
import { cleanText } from '../../cleanText.ts';
import { maxRowLength } from './byteLines.ts';
import { problemAt, type SetProblem, says } from './setProblem.ts';
import type { SetRow } from './setRow.ts';

const maxColumns = 1000;

/** Columns that mean something to us are found whatever their case; others keep their names. */
const knownColumns = 'prompt expected group tags id completion instruction input output'.split(' ');

/**
 * Yields a row for each record, with its cells by column. The first record has the columns' names. What can't be read ends the file,
 * because nobody knows where the next record begins. `delimiter`: what stands between cells, if the file's name says so.
 */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  delimiter?: string,
): AsyncGenerator<SetRow | { problem: SetProblem }, void> {
  let columns: string[] | undefined;
  let nextLine = 1;
  try {
    for await (const { record, line, lines } of records(bytes, delimiter)) {
      nextLine = line + lines;
      if (!columns) {
        columns = record.map(columnName);
        const said = headerFault(columns);
        if (said) return yield { problem: problemAt(line, said, true) };
        const prompt = columns.find(isLikePrompt);
        if (prompt !== undefined && !columns.some((name) => knownColumns.includes(name)))
          yield {
            problem: problemAt(
              line,
              says(
                'The first row is taken for the names of the columns: “{0}”. If it is none, put a row such as “prompt,expected” before it.',
                cleanText(prompt, 60),
              ),
              false,
              { isNote: true },
            ),
          };
      } else if (record.length !== columns.length) {
        const said = says(
          "Left out: its cells don't match the columns ({0} and {1}).",
          record.length,
          columns.length,
        );
        yield { problem: problemAt(line, said, false) };
      } else {
        const names = columns;
        yield { line, value: Object.fromEntries(record.map((cell, at) => [names[at] ?? '', cell])), columns };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const said =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? says('This row is longer than 4 MB. It and all that follow are left out.')
        : says('A quotation mark of this row is never closed. It and all that follow are left out.');
    yield { problem: problemAt(nextLine, said, !columns) };
  }
}

interface FoundRecord {
  record: string[];
  line: number;
  /** How many lines it has. */
  lines: number;
}

async function* records(
  bytes: AsyncIterable<Uint8Array>,
  delimiter?: string,
): AsyncGenerator<FoundRecord, void> {
  const found: FoundRecord[] = [];
  let parser: Parser | undefined;
  const take = () => found.splice(0);
  const write = (chunk?: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      if (chunk) parser?.write(chunk, done);
      else parser?.end(done);
    });
  try {
    for await (const chunk of bytes) {
      const named = parser ? undefined : namedDelimiter(chunk);
      parser ??= makeParser(named?.delimiter ?? delimiter ?? delimiterOf(chunk), (one) =>
        found.push(named ? { ...one, line: one.line + 1 } : one),
      );
      await write(named ? chunk.subarray(named.length) : chunk);
      yield* take();
    }
    if (parser) await write();
  } catch (error) {
    // A fault doesn't cost what came before it.
    yield* take();
    throw error;
  }
  yield* take();
}

function makeParser(delimiter: string, add: (record: FoundRecord) => void): Parser {
  /** The parser counts both characters of CRLF within quotation marks as lines. */
  let tooMany = 0;
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: maxRowLength,
    // It keeps none, so that one read before a fault isn't lost with its buffer.
    on_record: (record: string[], info) => {
      const [breaks, counted] = [/\r\n?|\n/gu, /[\r\n]/gu].map((pattern) =>
        record.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0),
      ) as [number, number];
      const line = info.lines - tooMany - counted;
      tooMany += counted - breaks;
      add({ record, line, lines: breaks + 1 });
      return null;
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // Whoever writes is told.
  return parser.on('error', () => undefined);
}

/** A first line such as `sep=;` tells Excel what stands between cells. It is no record. */
function namedDelimiter(start: Uint8Array): { delimiter: string; length: number } | undefined {
  const [line, delimiter] =
    /^\ufeff?sep=(.)\r?\n/iu.exec(
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(start.subarray(0, 32)),
    ) ?? [];
  return line && delimiter ? { delimiter, length: Buffer.byteLength(line) } : undefined;
}

/** Excel writes semicolons where a comma is the decimal separator, and tabs as "Text". A name may have a comma in it. */
function delimiterOf(start: Uint8Array): string {
  const [header = ''] = new TextDecoder().decode(start.subarray(0, 64 * 1024)).split(/[\r\n]/u, 1);
  const bare = header.replace(/"[^"]*"/gu, '');
  if (bare.includes('\t')) return '\t';
  return bare.split(';').length > bare.split(',').length ? ';' : ',';
}

function columnName(name: string): string {
  const trimmed = name.trim();
  const known = trimmed.toLowerCase();
  return knownColumns.includes(known) ? known : trimmed;
}

/** A column's name is short and no sentence. */
function isLikePrompt(name: string): boolean {
  return name.length > 60 || /\n|\s\S*[.?!…]$|^-?\d+(?:[.,]\d+)?$/u.test(name);
}

function headerFault(columns: readonly string[]) {
  if (columns.length > maxColumns)
    return says('This file has {0} columns. At most {1} can be read.', columns.length, maxColumns);
  const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) < at);
  return twice === undefined ? undefined : says('Two columns are called “{0}”.', twice);
}
