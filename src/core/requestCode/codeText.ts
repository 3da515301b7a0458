// Controls could act in the terminal that the code is pasted into, bidi marks could show another code than runs, and what
// is not seen could carry anything: formats and tags, fillers, separators.
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u115f\u1160\u3164\uffa0]/gu;

/** JSON of which every character is seen; also a literal of JavaScript. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(''),
  );
}

/** A literal of Python, which knows no pairs of `\u`. What is half a character can't be sent from there. */
export function pythonText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** All but the first line moved in, as a value that stands within indented code. */
export function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
