import path from 'node:path';
import type { Wording } from '../../../base/texts.ts';
import type { Prompt } from '../prompt.ts';
import { byteLines } from './byteLines.ts';
import { csvRows } from './csvRows.ts';
import { jsonFault } from './jsonFault.ts';
import { jsonItems } from './jsonItems.ts';
import { configRows, isConfig } from './promptfooConfig.ts';
import { readRow } from './rowPrompt.ts';
import { problemAt, Remarks, RowFault, type SetProblem, says, saysHowMany } from './setProblem.ts';
import type { SetRow } from './setRow.ts';
import { yamlRows } from './yamlRows.ts';

/** What a prompt set is made of. */
export type SetItem = { prompt: Prompt } | { problem: SetProblem };

export interface SetOptions {
  /** The CSV column, or promptfoo's variable, that has the prompts. */
  promptColumn?: string;
}

type Rows = AsyncGenerator<SetRow | { problem: SetProblem }, void>;

const megabyte = 1024 * 1024;
const maxJsonBytes = 100 * megabyte;
const maxYamlBytes = 5 * megabyte;
const maxPrompts = 500_000;
/** Longest that the prompts of a set are together, in UTF-16 code units: a run keeps them all, and a small file may make many. */
const maxSetLength = 2000 * megabyte;
/** A file that begins with so many rows of which none is a prompt has none. */
const maxRowsWithout = 5000;
/** Prompts and what is left out. */
const maxRows = 1_000_000;
/** More problems than these are only counted. */
const maxProblems = 100;

/**
 * Reads a prompt set, the format being told by the name's end. What many rows have in common comes at the end, once. A file may be
 * made to take seconds and much memory: where others need the thread, call it in a worker that can be ended.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
  { promptColumn }: SetOptions = {},
  maxLength = maxSetLength,
): AsyncGenerator<SetItem, void> {
  const remarks = new Remarks();
  const ids = new Map<string, number>();
  let prompts = 0;
  let problems = 0;
  let rows = 0;
  let length = 0;
  for await (const row of rowsOf(bytes, fileName, remarks)) {
    if (prompts === 0 && problems === maxRowsWithout) break;
    const { line } = 'problem' in row ? row.problem : row;
    if (rows === maxRows)
      return yield { problem: problemAt(line, says('A prompt set has at most {0} rows.', maxRows), true) };
    if ('problem' in row) {
      const { problem } = row;
      problems += 1;
      // So that the numbers of the others don't change once it is mended.
      if (!problem.isNote) rows += 1;
      if (problem.isFatal || problems <= maxProblems) yield { problem };
      else remarks.add(problem.line, saysHowMany('Left out: further rows ({0}).'), false);
      if (problem.isFatal) return;
      continue;
    }
    rows += 1;
    try {
      const { id = String(rows), ...prompt } = readRow(row, remarks, promptColumn);
      prompts += 1;
      length += JSON.stringify(prompt).length;
      const tooMuch = limitPassed(prompts, length, maxLength);
      if (tooMuch) return yield { problem: problemAt(line, tooMuch, true) };
      const ownId = uniqueId(id, ids);
      if (ownId !== id)
        remarks.add(line, saysHowMany('Same id as another row, so a number such as “(2)” was added ({0}).'));
      if (prompt.messages.some(({ content }) => typeof content === 'string' && content.includes('\uFFFD')))
        remarks.add(line, saysHowMany("Characters that aren't UTF-8, or were lost before ({0})."));
      yield { prompt: { ...prompt, id: ownId } };
    } catch (error) {
      const { said, isCounted, columns } = faultOf(error);
      if (columns) return yield { problem: problemAt(line, said, true, { columns }) };
      problems += 1;
      if (isCounted) remarks.add(line, said, false);
      else if (problems <= maxProblems) yield { problem: problemAt(line, said, false) };
      else remarks.add(line, saysHowMany('Left out: further rows ({0}).'), false);
    }
  }
  for (const problem of remarks.problems()) yield { problem };
  if (prompts > 0) return;
  const none =
    problems < maxRowsWithout
      ? says('This file has no prompt that can be run.')
      : says('The first {0} rows of this file have no prompt that can be run.', maxRowsWithout);
  yield { problem: problemAt(1, none, true) };
}

function limitPassed(prompts: number, length: number, maxLength: number): Wording | undefined {
  if (prompts > maxPrompts) return says('A prompt set has at most {0} prompts.', maxPrompts);
  if (length <= maxLength) return undefined;
  return says(
    'The prompts of this set are longer than {0} MB together, once its templates are filled. Split the set.',
    Math.floor(maxLength / megabyte),
  );
}

function faultOf(error: unknown): RowFault {
  if (error instanceof RowFault) return error;
  if (error instanceof RangeError) return new RowFault(says('Left out: nested too deeply.'));
  throw error;
}

/** `numbers` has for each id the last number that was added to it. */
function uniqueId(id: string, numbers: Map<string, number>): string {
  let number = numbers.get(id) ?? 0;
  let unique = id;
  do {
    number += 1;
    if (number > 1) unique = `${id} (${number})`;
  } while (unique !== id && numbers.has(unique));
  numbers.set(id, number);
  if (unique !== id) numbers.set(unique, 1);
  return unique;
}

function rowsOf(bytes: AsyncIterable<Uint8Array>, fileName: string, remarks: Remarks): Rows {
  switch (path.extname(fileName).toLowerCase()) {
    case '.jsonl':
    case '.ndjson':
      return guarded(bytes, Number.POSITIVE_INFINITY, lineRows);
    case '.json':
      return guarded(bytes, maxJsonBytes, (limited) => itemRows(limited, remarks));
    case '.csv':
      return guarded(bytes, Number.POSITIVE_INFINITY, csvRows);
    case '.tsv':
      return guarded(bytes, Number.POSITIVE_INFINITY, (all) => csvRows(all, '\t'));
    case '.yaml':
    case '.yml':
      return guarded(bytes, maxYamlBytes, (limited) => yamlRows(limited, remarks));
    default:
      return otherFile();
  }
}

async function* otherFile(): Rows {
  yield { problem: problemAt(1, says('A prompt set is a .jsonl, .json, .csv or .yaml file.'), true) };
}

/** Ends with a problem once there are more bytes, or if they can't be UTF-8. */
async function* guarded(
  bytes: AsyncIterable<Uint8Array>,
  max: number,
  read: (bytes: AsyncIterable<Uint8Array>) => Rows,
): Rows {
  let length = 0;
  async function* all() {
    for await (const chunk of bytes) {
      const [first, second] = chunk;
      if (length === 0 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)))
        throw new RowFault(says('This file is in UTF-16. Save it as UTF-8.'));
      length += chunk.length;
      if (length > max) throw new RowFault(says('This file is larger than {0} MB.', max / megabyte));
      yield chunk;
    }
  }
  try {
    yield* read(all());
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    yield { problem: problemAt(1, error.said, true) };
  }
}

const tooLong = says('Left out: longer than 4 MB.');

async function* lineRows(bytes: AsyncIterable<Uint8Array>): Rows {
  for await (const { line, text, isLast } of byteLines(bytes))
    yield text === undefined ? { problem: problemAt(line, tooLong, false) } : parseRow(text, line, 1, isLast);
}

async function* itemRows(bytes: AsyncIterable<Uint8Array>, remarks: Remarks): Rows {
  for await (const { line, column, text, isTorn, isInArray, isAfterEnd } of jsonItems(bytes)) {
    if (isAfterEnd)
      yield {
        problem: problemAt(line, says('There is something after the end of the list.'), false, { column }),
      };
    else if (text === undefined) yield { problem: problemAt(line, tooLong, false, { column }) };
    else if (text === '' && isTorn) yield { problem: listCut(line) };
    else {
      const row = parseRow(text, line, column, isTorn);
      if (!('problem' in row) && !isInArray && isConfig(row.value))
        yield* configRows(row.value, () => line, remarks);
      else yield row;
      if (isTorn && !('problem' in row)) yield { problem: listCut(line) };
    }
  }
}

function listCut(line: number): SetProblem {
  return problemAt(line, says('The file ends before its list does.'), false, { isNote: true });
}

/** Parses one row of JSON that begins at this place. */
function parseRow(
  text: string,
  line: number,
  column: number,
  isAtEnd = false,
): SetRow | { problem: SetProblem } {
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    const at = jsonFault(text);
    const before = text.slice(0, at).split('\n');
    const place = {
      line: line + before.length - 1,
      column: (before.at(-1)?.length ?? 0) + (before.length === 1 ? column : 1),
    };
    const said =
      text === ''
        ? says('Something is missing here.')
        : isAtEnd && at >= text.length
          ? says('Left out: the file ends within this row.')
          : at >= text.length
            ? says('Left out: the row ends too early.')
            : says('Left out: not valid JSON.');
    return { problem: problemAt(place.line, said, false, { column: place.column }) };
  }
}
