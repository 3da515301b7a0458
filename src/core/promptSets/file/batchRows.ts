import { type BatchAnswer, readBatchAnswer } from '../../../api/chat/batchWire.ts';
import { byteLines, type Line, maxRowLength } from './byteLines.ts';
import { problemAt, type SetProblem, says } from './setProblem.ts';

/** What a line of a batch's output says, or why it can't be read. */
export type BatchItem = BatchAnswer | { problem: SetProblem };

const mega = 1024 * 1024;
/** Longest line that is read, in bytes. */
const maxLineLength = 16 * mega;

/** Reads a batch's output, on this thread. */
export async function* readBatchRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BatchItem, void> {
  for await (const line of byteLines(bytes, maxLineLength)) yield readLine(line);
}

function readLine({ line, text, isLast }: Line): BatchItem {
  if (text === undefined)
    return {
      problem: problemAt(line, says('This line is longer than {0} MB.', maxLineLength / mega), false),
    };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const said = isLast ? says('The file ends within this line.') : says('This line is not valid JSON.');
    return { problem: problemAt(line, said, false) };
  }
  const answer = readBatchAnswer(json);
  if (!answer)
    return {
      problem: problemAt(line, says('This line is not a result: it has no custom_id or no response.'), false),
    };
  return shortened(answer);
}

/** No model writes such an answer, and a run could not show it. */
function shortened(answer: BatchAnswer): BatchAnswer {
  const { customId, text = '', reasoning = '' } = answer;
  if (text.length + reasoning.length <= maxRowLength) return answer;
  return {
    customId,
    failure: { kind: 'tooLarge', message: `The answer is longer than ${maxRowLength / mega} MB.` },
  };
}
