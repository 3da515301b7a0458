import { invisible } from '../../base/invisible.ts';

// Controls could act on the terminal that the code is pasted into, bidi marks could make it look different from what runs, and
// others could hide anything. The line breaks are JSON's own.
const unseen = new RegExp(String.raw`(?!\n)[${invisible}]`, 'gu');

/** Returns JSON in which every character is visible; it is also a JavaScript literal. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(unseen, escaped);
}

// Characters that some shell interprets within its quotes, or when a command is pasted into the wrong shell: cmd has no single
// quotes, and PowerShell reads typographic quotes as plain ones. In JSON they occur only within strings.
const shellSigns = /\\["\\]|['`$%!^&|<>()@\u2018-\u201f]/gu;

/** Returns one-line JSON whose strings no shell interprets: a backslash only ever precedes a letter. */
export function shellJson(value: unknown): string {
  return visibleJson(value, 0).replace(shellSigns, (sign) => escaped(sign.slice(-1)));
}

/** Escapes all characters that a Windows code page could turn into others, even into quotes. */
export function asciiJson(json: string): string {
  return json.replace(/[^ -~]+/g, escaped);
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${hex(text.charCodeAt(at), 4)}`).join('');
}

/** Returns a Python literal. Python does not join `\u` pairs, and it can't send lone surrogates, so they are replaced. */
export function pythonText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** Indents all lines but the first, for a value within indented code. */
export function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

/** A chat request with wire field names and without the key. */
export interface CodeRequest {
  /** Ends with `/api/v1` or `/v1`. */
  apiUrl: string;
  body: Readonly<Record<string, unknown>>;
  /** Names of additional headers for a gateway; their values are secret. */
  headerNames: readonly string[];
}

/** The environment variable that the code reads the key from. */
export const keyVariable = 'HOSTED_MODELS_API_KEY';

/** The variable for the value of an additional header, e.g. `HOSTED_MODELS_HEADER_X_TEAM`. */
export function headerVariable(name: string): string {
  return `HOSTED_MODELS_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`;
}

/** The URL of a chat request, or another of the API. What a shell or curl could interpret is percent-encoded, but not brackets, for IPv6. */
export function shellUrl(apiUrl: string, path = '/chat/completions'): string {
  const { origin, pathname } = new URL(apiUrl + path);
  return origin.replace(/[^\w.:/[\]-]/g, percent) + pathname.replace(/[^\w.~/%-]/g, percent);
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
