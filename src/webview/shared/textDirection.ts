/** From this length on, the browser takes seconds per key press to find the directions if the text is one line. */
const long = 20_000;
/** Without a letter in so much, it would look at the whole text again for each node that is added to it. */
const late = 500;
const letterPattern = /\p{L}/u;
const fromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Returns the `dir` of a user's or model's text: `auto`, or that of the first letter if the text is very long or begins with
 * anything but letters.
 */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length <= late || (text.length <= long && letterPattern.test(text.slice(0, late)))) return 'auto';
  const [letter = ''] = letterPattern.exec(text.slice(0, long)) ?? [];
  return fromRight.test(letter) ? 'rtl' : 'ltr';
}
