import { byteOrderMark, type CsvCell, csvLine } from '../../csvText.ts';
import { messagesText } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import { type RowCell, readRunRow } from './runRows.ts';

/** The columns of each answer in CSV, after those of its prompt. */
const answerColumns: readonly [name: string, cell: (answer: RowCell) => CsvCell][] = [
  ['repetition', ({ repetition }) => repetition + 1],
  ['state', ({ state }) => state],
  ['passed', ({ check }) => (check === 'none' ? undefined : check === 'passed')],
  ['answer', ({ result }) => result?.text],
  ['tool_calls', ({ result }) => result?.toolCalls && JSON.stringify(result.toolCalls)],
  ['reasoning', ({ result }) => result?.reasoning || undefined],
  [
    'checks',
    ({ checks }) =>
      checks?.map(({ passed, reason }) => `${passed ? 'passed' : 'failed'}: ${reason}`).join('\n'),
  ],
  ['error', ({ result }) => result?.error?.kind],
  ['status', ({ result }) => result?.sent?.status],
  ['finish_reason', ({ result }) => result?.finishReason],
  ['ttft_ms', ({ ttftMs }) => ttftMs],
  ['tokens_per_second', ({ tokensPerSecond }) => tokensPerSecond],
  ['prompt_tokens', ({ result }) => result?.figures.promptTokens],
  ['completion_tokens', ({ completionTokens }) => completionTokens],
  ['is_estimated', ({ isEstimated }) => isEstimated || undefined],
  ['request_id', ({ result }) => result?.sent?.requestId],
  ['attempt', ({ attempt }) => attempt || undefined],
];

/** Yields a run as CSV for a spreadsheet, one answer per row, in the order of the set. No cell is run as a formula. */
export async function* runCsv(file: RunFile): AsyncGenerator<string, void> {
  const promptColumns = ['prompt', 'id', 'group', 'tags', 'question', 'expected', 'model'] as const;
  yield byteOrderMark + csvLine([...promptColumns, ...answerColumns.map(([name]) => name)]);
  for await (const { prompt, asked, cells } of rowsOf(file)) {
    const question = asked && messagesText(asked);
    for (const cell of cells) {
      const name = modelName(file, cell);
      const { id, group, tags, expected } = asked ?? {};
      const about = [String(prompt + 1), id, group, tags?.join(', '), question, expected, name] as const;
      yield csvLine([...about, ...answerColumns.map(([, of]) => of(cell))]);
    }
  }
}

/** Yields a run as JSON lines, one prompt per line with all its answers, after one that says what was run, and how far it is. */
export async function* runJsonLines(file: RunFile): AsyncGenerator<string, void> {
  const { state, answered, size: of } = file.index;
  yield `${JSON.stringify({ run: file.run, state, answered, of })}\n`;
  for await (const { asked, cells } of rowsOf(file)) {
    const answers = cells.map((cell) => {
      const { repetition, state, check, attempt, result, checks } = cell;
      const { v: _format, is: _is, prompt: _prompt, ...answer } = result ?? {};
      return { ...answer, model: modelName(file, cell), repetition, attempt, state, check, checks };
    });
    yield `${JSON.stringify({ prompt: asked, answers })}\n`;
  }
}

function modelName({ run }: RunFile, { model }: RowCell): string {
  const { name = '', isNoiseFloor } = run.models[model] ?? {};
  return isNoiseFloor ? `${name} (again)` : name;
}

/** So many rows are read together. */
const rowsAtOnce = 16;

async function* rowsOf(file: RunFile) {
  const { prompts } = file.run;
  for (let from = 0; from < prompts; from += rowsAtOnce) {
    const length = Math.min(rowsAtOnce, prompts - from);
    yield* await Promise.all(Array.from({ length }, (_, at) => readRunRow(file, from + at)));
  }
}
