// Controls could act in the terminal that the code is pasted into, bidi marks could show another code than runs.
const unseen =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** JSON of which every character is seen; also a literal of JavaScript and, but for three words, of Python. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** All but the first line moved in, as a value that stands within indented code. */
export function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
