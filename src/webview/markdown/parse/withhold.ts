// What may precede a block's own mark on its line: indentation, quotes and list marks.
const prefix = String.raw`(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*`;

const marks = [
  // Rules, heading underlines, headings, quotes, bullets, the line below a table's head.
  String.raw`[-=_*+#>|:~](?:[ \t]*[-=_*+#>|:~])*`,
  // Fences, with their language.
  '`{1,2}|`{3,}[^`]*|~{3,}.*',
  String.raw`\d{1,9}[.)]?`,
  // Tasks and reference definitions. A footnote's text is shown as it arrives.
  String.raw`[-*+][ \t]+\[[ xX]?\]?`,
  String.raw`\[[^\]]*(?:\]:?)?|\[(?!\^)[^\]]+\]:.*`,
  String.raw`\\\[?|\$\$?`,
];
const forming = new RegExp(`^${prefix}(?:${marks.join('|')})[ \\t]*$`);
// No mark is that long, and the pattern tries every way to read a line's start.
const longestMark = 300;
const row = new RegExp(`^${prefix}\\|`);
const delimiters = /^[ \t>|:-]*$/;

/**
 * Leaves out the undecided end of `text`: half a fence or rule, or a table head whose second line is still to come. So the
 * page never flickers between two readings of a line.
 */
export function withholdForming(text: string): string {
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  const head = startOfTableHead(text, start, line);
  if (head !== undefined) return text.slice(0, head);
  return line.length <= longestMark && forming.test(line) ? text.slice(0, start) : text;
}

/** A row that may be a table head is shown once the line below confirms or rules out a table. */
function startOfTableHead(text: string, start: number, line: string): number | undefined {
  const above = lineBefore(text, start);
  const isBelowHead = above !== undefined && row.test(above.line) && delimiters.test(line);
  if (isBelowHead) {
    const second = lineBefore(text, above.start);
    return second !== undefined && row.test(second.line) ? undefined : above.start;
  }
  if (!row.test(line)) return undefined;
  return above !== undefined && row.test(above.line) ? undefined : start;
}

function lineBefore(text: string, end: number): { start: number; line: string } | undefined {
  if (end === 0) return undefined;
  const start = text.lastIndexOf('\n', end - 2) + 1;
  return { start, line: text.slice(start, end - 1) };
}

/** Longer than any emoji in use: a family of four is 11 characters, a regional flag 14. */
const near = 64;
const emojiPattern = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\u20e3\ufe0f]/u;
// Made with the first emoji: a page's first object of Intl takes longer than drawing an empty chat.
let graphemes: Intl.Segmenter | undefined;

/**
 * Leaves out an emoji at the end of a growing text: what comes next may be its other half, its skin tone, the second
 * letter of its flag or the next member of its family. So no emoji is ever shown incomplete.
 */
export function withholdEmoji(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  // Nearly all text ends otherwise and needs no check.
  if (!(last >= 0x2000)) return text;
  const whole = last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const end = [...graphemes.segment(whole.slice(-near))].at(-1)?.segment ?? '';
  return emojiPattern.test(end) && end.length < near ? whole.slice(0, -end.length) : whole;
}
