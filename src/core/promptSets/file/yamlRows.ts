import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Wording } from '../../../base/texts.ts';
import { configRows } from './promptfooConfig.ts';
import { problemAt, type Remarks, type SetProblem, says } from './setProblem.ts';
import type { SetRow } from './setRow.ts';

const tooDeep = says('This file is nested too deeply.');

/** Yields the tests of promptfoo's configuration, or of a file with tests alone. Takes seconds for a large file. */
export async function* yamlRows(
  bytes: AsyncIterable<Uint8Array>,
  remarks: Remarks,
): AsyncGenerator<SetRow | { problem: SetProblem }, void> {
  const fatal = (said: Wording, line = 1, column?: number) => ({
    problem: problemAt(line, said, true, column === undefined ? {} : { column }),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter, merge: true });
    const [error] = document.errors;
    if (error) {
      const { line, col } = lineCounter.linePos(error.pos[0]);
      if (error.code === 'RESOURCE_EXHAUSTION') return yield fatal(tooDeep, line, col);
      const [what = ''] = error.message.split(/ at line \d+|\n/u, 1);
      return yield fatal(says('Not valid YAML: {0}.', what), line, col);
    }
    const { contents } = document;
    const tests = isMap(contents) ? contents.get('tests', true) : contents;
    const lineOf = (index: number): number => {
      const test = isSeq(tests) ? tests.items[index] : undefined;
      const start = isNode(test) ? test.range?.[0] : undefined;
      return start === undefined ? 1 : lineCounter.linePos(start).line;
    };
    yield* configRows(document.toJS({ maxAliasCount: 100 }), lineOf, remarks);
  } catch (error) {
    // Too many aliases end in a ReferenceError.
    if (error instanceof RangeError) return yield fatal(tooDeep);
    if (error instanceof ReferenceError) return yield fatal(says('This file has too many aliases.'));
    throw error;
  }
}
