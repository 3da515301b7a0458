/** A chat request, in the words of the wire and without the key. */
export interface RequestParts {
  /** Ends with `/api/v1`. */
  apiUrl: string;
  body: Readonly<Record<string, unknown>>;
  /** Names of further headers for a gateway; their values are secrets. */
  headerNames: readonly string[];
}

/** The environment variable that the code reads the key from. */
export const keyVariable = 'HOSTED_MODELS_API_KEY';

/** The variable for the value of a further header, as `HOSTED_MODELS_HEADER_X_TEAM`. */
export function headerVariable(name: string): string {
  return `HOSTED_MODELS_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`;
}
