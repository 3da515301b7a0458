const noParameters = { type: 'object', properties: {} };

/**
 * Returns a tool's JSON schema for the request. VS Code's tools without input have no type or properties, without which services
 * refuse a schema, so these are added.
 */
export function toolParameters(schema: unknown): object {
  if (!isPlainObject(schema)) return noParameters;
  return 'type' in schema && schema.type !== 'object' ? schema : { ...noParameters, ...schema };
}

/** Reads the arguments of a tool call; `undefined` if they are no JSON object. For none, services send nothing or `null`. */
export function readArguments(json: string): object | undefined {
  if (json.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(json);
    if (read === null) return {};
    return isPlainObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads arguments whose last brackets the model forgot; `undefined` if more is missing. Only `}` and `]` behind a whole value are
 * added: within a text or number, what is there may be the start of another value, such as `/home/u` of `/home/u/build`.
 */
export function readUnclosedArguments(json: string): object | undefined {
  const text = json.trimEnd();
  if (!/(?:["}\]]|\b(?:true|false|null))$/u.test(text)) return undefined;
  const closers: string[] = [];
  let isText = false;
  // By hand: a regular expression for a whole text needs more stack than there is for one of megabytes.
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') isText = !isText;
    else if (isText) at += sign === '\\' ? 1 : 0;
    else if (sign === '{') closers.push('}');
    else if (sign === '[') closers.push(']');
    else if (sign === closers.at(-1)) closers.pop();
  }
  return readArguments(text + closers.toReversed().join(''));
}

/** True for an object that is no list. */
export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new id for a tool call, of nine letters and digits: Mistral's API accepts no other form. */
export function newCallId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))]
    .map((byte) => letters[byte % letters.length])
    .join('');
}
