import { isAscii } from 'node:buffer';
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

/** Half of the lines have no words. How they begin tells that, and mostly whose the others are, so that many need not be parsed. */
const wordless = /^\{"v":\d+,"is":"(?:sent|checked)"/u;
const ofPrompt = /^\{"v":\d+,"is":"\w+","prompt":(\d+),/u;

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
  const mayHave = isPlain ? quickTest(words) : () => true;
  const all = 2 ** words.length - 1;
  const found = new Uint32Array(file.run.prompts);
  for await (const piece of file.pieces()) {
    signal?.throwIfAborted();
    // A word that is rare is in few pieces: many lines are told at once to have none.
    if (isAscii(piece.bytes) && !mayHave(piece.bytes)) continue;
    for (const { bytes, place } of linesIn(piece)) {
      const begin = bytes.toString('latin1', 0, 60);
      const isFound = found[Number(ofPrompt.exec(begin)?.[1])] === all;
      if (isFound || wordless.test(begin) || !mayHave(bytes)) continue;
      const said = saidIn(file.index, bytes.toString('utf8'), place);
      if (!said) continue;
      for (const [at, word] of words.entries())
        if (said.text.includes(word)) found[said.prompt] = ((found[said.prompt] ?? 0) | (1 << at)) >>> 0;
    }
  }
  return prompts.filter((prompt) => found[prompt] === all);
}

/** Returns what tells whether a text, in its bytes, has any of some folded words. In ASCII, folding is a matter of case alone. */
function quickTest(words: readonly string[]): (bytes: Buffer) => boolean {
  const inAscii = words.filter((word) => isAscii(Buffer.from(word)));
  const pattern = inAscii.map((word) => word.replaceAll(/[^\w]/gu, '\\$&')).join('|');
  const anyInAscii = new RegExp(pattern || '(?!)', 'i');
  return (bytes) => {
    if (isAscii(bytes)) return anyInAscii.test(bytes.toString('latin1'));
    const folded = foldText(bytes.toString('utf8'));
    return words.some((word) => folded.includes(word));
  };
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
