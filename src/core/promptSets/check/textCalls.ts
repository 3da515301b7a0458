import { isObject, parsed } from './json.ts';

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
  if (inTags.length > 0) return inTags.flatMap((inner) => jsonCalls(inner) ?? [brokenCall(inner)]);
  return jsonCalls(text) ?? tried(() => new PythonText(text).calls()) ?? [];
}

/** What can't be read is a call nevertheless: to the tool that it seems to name. */
function brokenCall(text: string): TextCall {
  const [, name = ''] = /["']name["']\s*:\s*["']([^"']*)/u.exec(text) ?? [];
  return { name, arguments: text.trim() };
}

function jsonCalls(text: string): TextCall[] | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  const value = parsed(text) ?? tried(() => new PythonText(text).all());
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

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const constants: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const maxDepth = 50;

/** Reads Python's literals and calls with them. Throws a `SyntaxError` for all else. */
class PythonText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the value that the whole text is. */
  all(): unknown {
    const value = this.#value(0);
    this.#end();
    return value;
  }

  /** Reads `[name(key=value, …), …]`. Names may have spaces. */
  calls(): TextCall[] {
    this.#need('[');
    const calls = this.#list(']', () => {
      const name = this.#match(/([^()[\]{}"'=,]+?)\s*\(/uy)?.[1];
      if (name === undefined) return this.#fail();
      const pairs = this.#list(')', (): [string, unknown] => {
        const key = this.#match(/([^()[\]{}"'=,\s]+)\s*=/uy)?.[1];
        return key === undefined ? this.#fail() : [key, this.#value(0)];
      });
      return { name, arguments: JSON.stringify(Object.fromEntries(pairs)) };
    });
    this.#end();
    return calls;
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) this.#fail();
    const string = this.#match(/"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'/uy);
    if (string) return unescaped(string[1] ?? string[2] ?? '');
    if (this.#match(/\{/uy))
      return Object.fromEntries(
        this.#list('}', () => {
          const key = String(this.#value(depth + 1));
          this.#need(':');
          return [key, this.#value(depth + 1)];
        }),
      );
    if (this.#match(/\[/uy)) return this.#list(']', () => this.#value(depth + 1));
    if (this.#match(/\(/uy)) return this.#list(')', () => this.#value(depth + 1));
    const word = this.#match(/[\w.+-]+/uy)?.[0] ?? this.#fail();
    return Object.hasOwn(constants, word) ? constants[word] : JSON.parse(word);
  }

  /** Reads what stands up to `end`, between commas. */
  #list<T>(end: ')' | ']' | '}', one: () => T): T[] {
    const found: T[] = [];
    while (this.#next() !== end) {
      found.push(one());
      if (this.#next() !== end) this.#need(',');
    }
    this.#need(end);
    return found;
  }

  #next(): string | undefined {
    while (/\s/u.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text[this.#at];
  }

  #need(character: string): void {
    if (this.#next() !== character) this.#fail();
    this.#at += 1;
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    this.#next();
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found) this.#at = sticky.lastIndex;
    return found ?? undefined;
  }

  #end(): void {
    if (this.#next() !== undefined) this.#fail();
  }

  #fail(): never {
    throw new SyntaxError(`No Python at ${this.#at}.`);
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/gu, (_, code?: string, one = '') =>
    code === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
