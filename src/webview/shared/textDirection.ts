/** Length of a one-line text, in characters, from which the browser takes seconds per key press to find its direction. */
const long = 20_000;
/** If the first characters, up to this number, have no letter, the browser searches the whole text again for each added node. */
const late = 500;
const letterPattern = /\p{L}/u;
const fromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Returns the `dir` for a user's or model's text: `auto`, or the direction of its first letter if it is very long, or has no letter
 * near its start.
 */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length <= late || (text.length <= long && letterPattern.test(text.slice(0, late)))) return 'auto';
  const [letter = ''] = letterPattern.exec(text.slice(0, long)) ?? [];
  return fromRight.test(letter) ? 'rtl' : 'ltr';
}
