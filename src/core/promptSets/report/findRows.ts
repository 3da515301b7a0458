import * as v from 'valibot';
import { parsedJson } from '../../../base/json.ts';
import { foldText } from '../../chats/disk/chatText.ts';
import { toolCalls } from '../../chats/tree/conversation.ts';
import { type LinePlace, linesIn } from '../../files/readLines.ts';
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
  file: Pick<RunFile, 'run' | 'index' | 'pieces'>,
  prompts: readonly number[],
  query: string,
  signal?: AbortSignal,
): Promise<number[]> {
  const words = foldText(query).split(/\s+/u).filter(Boolean).slice(0, maxWords);
  if (words.length === 0) return [...prompts];
  // JSON has these as they are, so that a line without any need not be parsed. A mark would join the letter of an escape before it.
  const isPlain = words.every((word) => JSON.stringify(word) === `"${word}"` && !/^\p{M}/u.test(word));
  const mayHave = (text: string) => !isPlain || hasAny(foldText(text), words);
  const found = new Uint32Array(file.run.prompts);
  for await (const piece of file.pieces()) {
    signal?.throwIfAborted();
    // A word that is rare is in few pieces: many lines are told at once to have none.
    if (!mayHave(piece.bytes.toString('utf8'))) continue;
    for (const { text, place } of linesIn(piece)) {
      if (wordless.test(text) || !mayHave(text)) continue;
      const said = saidIn(file.index, text, place);
      if (!said) continue;
      for (const [at, word] of words.entries())
        if (said.text.includes(word)) found[said.prompt] = (found[said.prompt] ?? 0) | (1 << at);
    }
  }
  const all = 2 ** words.length - 1;
  return prompts.filter((prompt) => (found[prompt] ?? 0) >>> 0 === all);
}

function hasAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}

/** Of a result, what is looked for. All of it was checked when it came into the index. */
const answerLine = v.object({
  ...{ is: v.literal('result'), prompt: v.number(), model: v.number(), repetition: v.number() },
  ...{ text: v.string(), toolCalls },
});

/** Returns what a line says of a prompt; `undefined` if a later line replaced it, or if it has no words. */
function saidIn(
  index: RunFile['index'],
  text: string,
  { offset }: LinePlace,
): { prompt: number; text: string } | undefined {
  const json = parsedJson(text);
  if (v.is(answerLine, json)) {
    const isOfNow = index.resultPlace(json)?.offset === offset;
    return isOfNow ? { prompt: json.prompt, text: foldText(textWithCalls(json)) } : undefined;
  }
  const line = readRunLine(json);
  if (line?.is !== 'prompt' || index.promptPlace(line.prompt)?.offset !== offset) return undefined;
  return { prompt: line.prompt, text: foldText(messagesText(line)) };
}
