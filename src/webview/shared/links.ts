import { isLoopback } from '../../api/config/baseUrl.ts';
import { invisibles } from '../../base/invisible.ts';

const longest = 2048;

/**
 * Returns the normalized URL that a link in a model's text may open; `undefined` if the link must stay text. Allows `https:`,
 * `http:` to this machine and `mailto:`. Refuses user names before the host, as they imitate hosts.
 */
export function safeHref(text: string): string | undefined {
  // A backslash becomes a slash in a URL, so it can hide where the host ends.
  if (text.length > longest || text.search(invisibles) >= 0 || /[\s\\]/.test(text)) return undefined;
  if (!/^(?:https?:\/\/[^/]|mailto:[^/])/i.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || hidesCharacters(url)) return undefined;
  if (url.protocol === 'mailto:') return url.pathname.includes('@') ? url.href : undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'http:' && !isLoopback(url)) return undefined;
  return url.href;
}

/** True if percent-encoding hides characters that are refused unencoded. */
function hidesCharacters(url: URL): boolean {
  try {
    return decodeURIComponent(url.href).search(invisibles) >= 0;
  } catch {
    // Bytes that aren't UTF-8 can't deceive the user, and a page may use another encoding in its query.
    return false;
  }
}
