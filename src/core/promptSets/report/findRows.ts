import { parsedJson } from '../../../base/json.ts';
import { foldText } from '../../chats/disk/chatText.ts';
import type { LinePlace } from '../../files/readLines.ts';
import { textWithCalls } from '../../messageContent.ts';
import { messagesText } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import { readRunLine } from '../run/runRecord.ts';

/** More words than that are not looked for: each has a bit. */
const maxWords = 32;

/** Half of the lines have no words. How they begin tells that, so that they need not be parsed. */
const wordless = /^\{"v":\d+,"is":"(?:sent|checked)"/u;

/**
 * Returns those of some prompts, in their order, that have every word of `query` in their messages or in any of their answers, ignoring
 * case. Reads the whole file, in slices; an abort rejects with the signal's reason.
 */
export async function findRows(
  file: Pick<RunFile, 'run' | 'index' | 'lines'>,
  prompts: readonly number[],
  query: string,
  signal?: AbortSignal,
): Promise<number[]> {
  const words = foldText(query).split(/\s+/u).filter(Boolean).slice(0, maxWords);
  if (words.length === 0) return [...prompts];
  // JSON has these as they are, so that a line without any need not be parsed. A mark would join the letter of an escape before it.
  const isPlain = words.every((word) => JSON.stringify(word) === `"${word}"` && !/^\p{M}/u.test(word));
  const found = new Uint32Array(file.run.prompts);
  for await (const { text, place } of file.lines()) {
    signal?.throwIfAborted();
    if (wordless.test(text) || (isPlain && !hasAny(foldText(text), words))) continue;
    const said = saidIn(file.index, text, place);
    if (!said) continue;
    for (const [at, word] of words.entries())
      if (said.text.includes(word)) found[said.prompt] = (found[said.prompt] ?? 0) | (1 << at);
  }
  const all = 2 ** words.length - 1;
  return prompts.filter((prompt) => (found[prompt] ?? 0) >>> 0 === all);
}

function hasAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}

/** Returns what a line says of a prompt; `undefined` if a later line replaced it, or if it has no words. */
function saidIn(
  index: RunFile['index'],
  text: string,
  { offset }: LinePlace,
): { prompt: number; text: string } | undefined {
  const line = readRunLine(parsedJson(text));
  if (line?.is === 'prompt' && index.promptPlace(line.prompt)?.offset === offset)
    return { prompt: line.prompt, text: foldText(messagesText(line)) };
  if (line?.is === 'result' && index.resultPlace(line)?.offset === offset)
    return { prompt: line.prompt, text: foldText(textWithCalls(line)) };
  return undefined;
}
