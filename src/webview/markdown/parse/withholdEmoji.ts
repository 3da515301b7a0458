/** Longer than any emoji in use: a family of four is 11 characters, a regional flag 14. */
const near = 64;
const emojiPattern = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\u20e3\ufe0f]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Leaves out an emoji at the end of a growing text: what comes next may be its other half, its skin tone, the second
 * letter of its flag or the next member of its family. So no emoji is ever shown incomplete.
 */
export function withholdEmoji(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  // Nearly all text ends otherwise and needs no check.
  if (!(last >= 0x2000)) return text;
  const whole = last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
  const end = [...graphemes.segment(whole.slice(-near))].at(-1)?.segment ?? '';
  return emojiPattern.test(end) && end.length < near ? whole.slice(0, -end.length) : whole;
}
