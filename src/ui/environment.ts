import { normalizeBaseUrl } from '../api/config/baseUrl.ts';
import { cleanApiKey } from '../api/config/headerRules.ts';

/** `HOSTED_MODELS_BASE_URL` and `HOSTED_MODELS_API_KEY`: the connection of a container, where nothing can be typed. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const url = normalizeBaseUrl(env['HOSTED_MODELS_BASE_URL'] ?? '');
  const key = cleanApiKey(env['HOSTED_MODELS_API_KEY'] ?? '');
  if (!url.ok) return { baseUrl: undefined, key: undefined };
  return { baseUrl: url.baseUrl, key: key.ok ? { baseUrl: url.baseUrl, apiKey: key.apiKey } : undefined };
}
