// Controls could act in the terminal that the code is pasted into, bidi marks could show another code than runs, and what
// is not seen could carry anything: formats and tags, fillers, separators.
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u115f\u1160\u3164\uffa0]/gu;

/** JSON of which every character is seen; also a literal of JavaScript. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(unseen, escaped);
}

// What some shell takes for its own within its quotes, or where a command is pasted into another shell than it was written for:
// cmd knows no single quotes, and PowerShell takes typographic quotes for plain ones. None of it stands outside of JSON's strings.
const shellSigns = /\\["\\]|['`$%!^&|<>()@\u2018-\u201f]/gu;

/** JSON on one line, of which no shell reads the strings as anything else: a backslash stands before letters only. */
export function shellJson(value: unknown): string {
  return visibleJson(value, 0).replace(shellSigns, (sign) => escaped(sign.slice(-1)));
}

/** The same JSON without letters that a code page of Windows could turn into others, even into quotes. */
export function asciiJson(json: string): string {
  return json.replace(/[^ -~]+/g, escaped);
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${hex(text.charCodeAt(at), 4)}`).join('');
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
