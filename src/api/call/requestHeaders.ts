import { cleanApiKey, headerNameProblem, headerValueProblem, maxHeaders } from '../config/headerRules.ts';
import { CallFailure, type ErrorContext } from '../errors/errorMapping.ts';

// A shorter value may occur in any text by chance.
const shortestSecretValue = 8;

export interface RequestSecrets {
  apiKey: string | undefined;
  /** Without a key, the request goes out without one. */
  isKeyOptional?: boolean;
  further: Record<string, string>;
}

/**
 * Returns the headers of one request and the secrets in them. The key is attached only here, and only for URLs of the
 * connection's own origin. `given` is `undefined` for a request without a key, which then has no header of the user's either.
 */
export function buildHeaders(
  url: URL,
  origin: string,
  given: RequestSecrets | undefined,
  context: ErrorContext,
): { headers: Record<string, string>; secrets: string[] } {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'hosted-models' };
  if (given === undefined) return { headers, secrets: [] };
  const { apiKey = '', isKeyOptional, further } = given;
  const hasKey = apiKey.trim() !== '';
  if (!hasKey && !isKeyOptional) throw new CallFailure(context, 'noKey', 'There is no API key');
  const key = cleanApiKey(apiKey);
  if (hasKey && !key.ok) {
    const what = 'The API key holds characters that cannot be sent';
    throw new CallFailure(context, 'noKey', what, { code: 'INVALID_KEY' });
  }
  if (url.origin !== origin) throw new CallFailure(context, 'protocol', 'The URL has left the connection');
  const secrets = key.ok ? [key.apiKey] : [];
  const entries = Object.entries(further);
  if (entries.length > maxHeaders)
    throw badHeader(context, `There are more than ${maxHeaders} further headers`);
  for (const [name, value] of entries) {
    const lower = name.toLowerCase();
    const problem = headerNameProblem(name);
    if (problem === 'reserved') throw badHeader(context, `The header ${lower} cannot be set`);
    if (problem !== undefined) throw badHeader(context, 'A further header has a name that cannot be sent');
    if (headerValueProblem(value) !== undefined)
      throw badHeader(context, `The header ${lower} has a value that cannot be sent`);
    headers[lower] = value;
    // Of `Basic …` and the like, what follows the scheme.
    const secret = value.trim().replace(/^\w+\s+(?=\S+$)/, '');
    if (secret.length >= shortestSecretValue) secrets.push(secret);
  }
  if (key.ok) headers.authorization = `Bearer ${key.apiKey}`;
  return { headers, secrets };
}

function badHeader(context: ErrorContext, what: string): CallFailure {
  return new CallFailure(context, 'badRequest', what, { code: 'INVALID_HEADER' });
}
