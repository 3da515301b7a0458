/** Controls, lone surrogates, separators of lines and paragraphs, and what changes the direction of text. */
const deceptive = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** False if a link must not have this name: it could look like another one. Emoji and scripts that need joiners are fine. */
export function isPlainName(name: string): boolean {
  return !deceptive.test(name);
}

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/gu;

/** What nobody sees in a composer; joiners and variation selectors have a use, but not in a row. */
const hidden =
  /(?![\n\t\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const joinersInARow = /[\p{Join_Control}\p{Variation_Selector}]{2,}/gu;
const oneJoin = /^\p{Variation_Selector}?\p{Join_Control}?/u;

/**
 * Returns a prompt without characters that are invisible or change the direction of text: a model would read what the person
 * doesn't see. Line breaks become `\n`; `hadHidden` doesn't count them.
 */
export function plainPrompt(prompt: string): { text: string; hadHidden: boolean } {
  const lines = prompt.replace(lineBreaks, '\n');
  const text = lines.replace(hidden, '').replace(joinersInARow, (row) => oneJoin.exec(row)?.[0] ?? '');
  return { text, hadHidden: text !== lines };
}
