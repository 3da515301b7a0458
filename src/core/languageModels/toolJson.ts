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

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new id for a tool call, of nine letters and digits: Mistral's API accepts no other form. */
export function newCallId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))]
    .map((byte) => letters[byte % letters.length])
    .join('');
}
