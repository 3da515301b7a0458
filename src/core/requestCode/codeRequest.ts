/** A chat request with wire field names and without the key. */
export interface CodeRequest {
  /** Ends with `/api/v1`. */
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

/** The request's URL. What a shell or curl could interpret is percent-encoded; brackets stay, for IPv6 addresses. */
export function shellUrl(apiUrl: string): string {
  const { origin, pathname } = new URL(`${apiUrl}/chat/completions`);
  return origin.replace(/[^\w.:/[\]-]/g, percent) + pathname.replace(/[^\w.~/%-]/g, percent);
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
