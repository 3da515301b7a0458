/** From here on the browser takes seconds to sort the directions of a text anew at each key, if it is one line. */
const LONG = 20_000;
const LETTER = /\p{L}/u;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The `dir` of a text of a person or model: by itself, line by line; a very long one as its first letter says. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length <= LONG) return 'auto';
  const [letter = ''] = LETTER.exec(text.slice(0, LONG)) ?? [];
  return FROM_RIGHT.test(letter) ? 'rtl' : 'ltr';
}
