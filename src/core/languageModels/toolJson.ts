const noParameters = { type: 'object', properties: {} };

/** Returns a tool's JSON schema for the wire. Services refuse one without type or properties, as VS Code's tools without input have. */
export function toolParameters(schema: unknown): object {
  if (!isPlainObject(schema)) return noParameters;
  return 'type' in schema && schema.type !== 'object' ? schema : { ...noParameters, ...schema };
}

/** Reads the arguments of a tool call; `undefined` if they are no JSON object. Services send nothing, or `null`, for none. */
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
