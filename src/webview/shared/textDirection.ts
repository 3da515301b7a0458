/** From this length on, the browser takes seconds per key press to find the directions if the text is one line. */
const LONG = 20_000;
const LETTER = /\p{L}/u;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Returns the `dir` of a user's or model's text: `auto`, or that of the first letter if the text is very long. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length <= LONG) return 'auto';
  const [letter = ''] = LETTER.exec(text.slice(0, LONG)) ?? [];
  return FROM_RIGHT.test(letter) ? 'rtl' : 'ltr';
}
