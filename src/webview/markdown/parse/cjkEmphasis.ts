// Chinese, Japanese and Korean letters, and the punctuation and wide forms used with them.
const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fc\ufe30-\ufe4f\uff00-\uffef]/u;
const punctuationPattern = /[\p{P}\p{S}]/u;
const starsPattern = /\*+/g;

/** Whether the character is Chinese, Japanese or Korean, where words often touch. */
export function isCjk(character: string): boolean {
  return cjk.test(character);
}

/**
 * Returns the text in which marked looks for closing marks, at its length. By the standard, `**重要（注意）**的` is not bold:
 * a mark between punctuation and a letter closes nothing. Where words aren't spaced, we count that punctuation as a letter.
 */
export function softenCjk(masked: string): string {
  if (!masked.includes('*') || !cjk.test(masked)) return masked;
  let softened = '';
  let from = 0;
  for (const { 0: stars, index } of masked.matchAll(starsPattern)) {
    const end = index + stars.length;
    const [before, after] = [masked[index - 1] ?? '', masked[end] ?? ''];
    if (!isCjk(before) && !isCjk(after)) continue;
    if (index > from && punctuationPattern.test(before)) {
      softened += `${masked.slice(from, index - 1)}a`;
      from = index;
    }
    if (punctuationPattern.test(after)) {
      softened += `${masked.slice(from, end)}a`;
      from = end + 1;
    }
  }
  return softened + masked.slice(from);
}
