import { isObject, parsedJson } from '../../../base/json.ts';

/** A call as a text has it; the arguments are JSON, unless that is broken. */
export interface TextCall {
  name: string;
  arguments: string;
}

const tagged = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/gu;

/**
 * Returns the calls that a text makes in the forms that models are trained on: Hermes' `<tool_call>{…}</tool_call>`, in JSON or Python,
 * ToolACE's `[name(key="value")]`, or nothing but JSON: one call or a list.
 */
export function callsIn(text: string): TextCall[] {
  const inTags = [...text.matchAll(tagged)].map(([, inner = '']) => inner);
  if (inTags.length === 0) return readCalls(text) ?? [];
  return inTags.flatMap((inner) => readCalls(inner) ?? [brokenCall(inner)]);
}

/** What can't be read is a call nevertheless: to the tool that it seems to name. */
function brokenCall(text: string): TextCall {
  const [, name = ''] = /["']name["']\s*:\s*["']([^"']*)/u.exec(text) ?? [];
  return { name, arguments: text.trim() };
}

function readCalls(text: string): TextCall[] | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  const value = parsedJson(text) ?? parsedJson(jsonOf(text));
  const calls = [value].flat().map(callOf);
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

/** Llama has `parameters`. */
function callOf(value: unknown): TextCall | undefined {
  if (!isObject(value)) return undefined;
  const { name, arguments: given, parameters } = value;
  const args = given ?? parameters;
  if (typeof name !== 'string' || args === undefined) return undefined;
  return { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
}

const constants: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A text, which may lack its end; a word with what follows it, a name may have spaces; a comma at the end of a list; a parenthesis. */
const python = /("|')((?:\\[\s\S]|(?!\1)[^\\])*)(\1|$)|([^()[\]{}"'=,:]+)([(=:]?)|,(?=\s*[)\]}])|[()]/gu;

/** Returns Python's literals as JSON, with its calls as `{"name", "arguments"}`. Of anything else it makes no JSON. */
function jsonOf(text: string): string {
  const ends: string[] = [];
  return text.replace(python, (found, quote?: string, said = '', end = '', run = '', after = '') => {
    if (quote !== undefined) return end === '' ? found : JSON.stringify(unescaped(said));
    const word = run.trim();
    if (found.endsWith('(')) {
      ends.push(word === '' ? ']' : '}}');
      return word === '' ? '[' : `{"name":${JSON.stringify(word)},"arguments":{`;
    }
    const isKey = after === '=' ? ends.at(-1) === '}}' : after === ':' && /^-?\d/u.test(word);
    if (isKey) return `${JSON.stringify(word)}:`;
    if (found === ')') return ends.pop() ?? found;
    return found === ',' ? '' : (constants[word] ?? found);
  });
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/gu, (_, code?: string, one = '') =>
    code === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
