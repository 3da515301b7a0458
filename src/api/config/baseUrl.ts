import { invisibles } from '../../base/invisible.ts';

export type BaseUrlProblem = 'empty' | 'notAUrl' | 'scheme' | 'userInfo';
export type BaseUrlResult = { ok: true; baseUrl: string } | { ok: false; reason: BaseUrlProblem };

// People often paste an endpoint: everything from `/api/v1` or `/v1` on is cut off.
const pastedEndpoint = /(?:\/api)?\/v1(?:\/(?:lora|base-model|chat|completions|models)(?:\/.*)?)?$/i;
const hostWithoutScheme =
  /^(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w.-]+(?=:\d)|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/i;

/**
 * Normalizes what the user typed or pasted to the form in which base URLs are stored: scheme, lower-case host, optional path
 * prefix, no trailing slash, no `/api/v1` or `/v1`. Without a scheme, assumes `https:`, or `http:` for loopback.
 */
export function normalizeBaseUrl(text: string): BaseUrlResult {
  const result = normalizeOnce(text);
  // Cutting may expose more to cut, e.g. if an endpoint was pasted twice; the stored form must be stable.
  return result.ok && result.baseUrl !== text ? normalizeBaseUrl(result.baseUrl) : result;
}

/** Returns the normalized form. Throws a TypeError for what has none, without quoting it: it may hold a password. */
export function usableBaseUrl(text: string): string {
  const base = normalizeBaseUrl(text);
  if (!base.ok) throw new TypeError(`The base URL cannot be used: ${base.reason}`);
  return base.baseUrl;
}

function normalizeOnce(text: string): BaseUrlResult {
  const typed = bare(text);
  if (typed === '') return { ok: false, reason: 'empty' };
  const url = parse(typed);
  if (url === null) return { ok: false, reason: 'notAUrl' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, reason: 'scheme' };
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'userInfo' };
  const path = url.pathname.replace(/\/+$/, '').replace(pastedEndpoint, '').replace(/\/+$/, '');
  return { ok: true, baseUrl: url.origin + path };
}

function bare(text: string): string {
  return text.replace(invisibles, '').replace(/^[\s"'`<\u2018-\u201d]+|[\s"'`>\u2018-\u201d]+$/g, '');
}

function parse(typed: string): URL | null {
  if (/\s/.test(typed)) return null;
  if (!hostWithoutScheme.test(typed)) return URL.parse(typed);
  const secure = URL.parse(`https://${typed}`);
  return secure !== null && isLoopback(secure) ? URL.parse(`http://${typed}`) : secure;
}

/** True if our requests to a URL can only reach this machine: `localhost`, its subdomains, 127.0.0.0/8 and `::1`. */
export function isLoopback(url: string | URL): boolean {
  const host = (typeof url === 'string' ? URL.parse(url) : url)?.hostname ?? '';
  return (
    isLoopbackName(host) ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(host) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(host)
  );
}

/** True for `localhost` and the names below it, which may not be looked up: see `loopbackLookup.ts`. */
export function isLoopbackName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(host);
}
