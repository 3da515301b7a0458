import { richText } from '../../page/markdownSample.ts';

const charactersAToken = 4;
const tokensASecond = 500;
/** The host joins what arrives within this many milliseconds (`ChatFeed`). */
export const updateEveryMs = 33;

/** An answer of `characters` characters as models write it: headings, lists, tables, code, formulas. */
export function sampleAnswer(characters: number): string {
  const section = `${richText}\n\n${'Some more words, and **bold** ones, with $x^2$ in it. '.repeat(12)}\n\n`;
  return section.repeat(Math.ceil(characters / section.length)).slice(0, characters);
}

/** The updates in which the answer comes to a page at 500 tokens a second. */
export function cutIntoUpdates(text: string): string[] {
  const length = Math.round((tokensASecond * charactersAToken * updateEveryMs) / 1000);
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );
}
