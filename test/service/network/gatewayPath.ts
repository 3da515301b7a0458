/** What a gateway does to a path before passing it on; without any of these, nothing. */
export interface PathRules {
  /** Decodes the path once and re-encodes only what it must: `%3B` leaves as `;`, `%252F` as `%252F`. */
  decodes?: boolean;
  /** Merges slashes and resolves `.` and `..`; after decoding, if it decodes. */
  normalizes?: boolean;
  /**
   * What it does with `%2F`. `decode` (default): makes it a slash, if it decodes at all. `keep`: leaves it alone, also when
   * encoding, so that `%252F` leaves as `%2F`. `refuse`: answers 404.
   */
  encodedSlashes?: 'decode' | 'keep' | 'refuse';
}

/**
 * The rules of real gateways, as observed with Debian's nginx 1.22.1, Apache 2.4.71 and HAProxy 2.6.12 in front of the
 * reference service. Each was sent the paths in `test/unit/service/gatewayPath.test.ts`, with `curl --path-as-is`.
 */
export const gateways = {
  /** `proxy_pass http://host;`, also with `$request_uri`. A `rewrite … break` before it turns it into the next one. */
  'nginx, proxy_pass without a URI': {},
  /** `proxy_pass http://host/;`. The same with `merge_slashes off`, except that it merges no slashes. */
  'nginx, proxy_pass with a URI': { decodes: true, normalizes: true },
  /** `AllowEncodedSlashes` is off by default, and `ProxyPass` decodes. */
  'Apache, AllowEncodedSlashes Off': { decodes: true, normalizes: true, encodedSlashes: 'refuse' },
  /** `RewriteRule … [P]` does the same. */
  'Apache, AllowEncodedSlashes On': { decodes: true, normalizes: true },
  'Apache, AllowEncodedSlashes NoDecode': { decodes: true, normalizes: true, encodedSlashes: 'keep' },
  /** `nocanon` passes the path on as received; slashes are still refused where they are off. */
  'Apache, AllowEncodedSlashes Off, nocanon': { encodedSlashes: 'refuse' },
  'Apache, AllowEncodedSlashes On, nocanon': {},
  'Apache, AllowEncodedSlashes NoDecode, nocanon': {},
  HAProxy: {},
  /** `path-merge-slashes`, `path-strip-dot` and `path-strip-dotdot`, which ignore encoded slashes. */
  'HAProxy, normalize-uri': { normalizes: true },
} as const satisfies Record<string, PathRules>;

/** Returns the path requested upstream, or the status with which the gateway answers itself. */
export function passOn(asked: string, rules: PathRules): string | 400 | 404 {
  const [path = '', ...query] = asked.split('?');
  const { encodedSlashes = 'decode' } = rules;
  if (encodedSlashes === 'refuse' && /%2f/i.test(path)) return 404;
  let passed: string | undefined = path;
  if (rules.decodes) {
    if (/%(?![\da-f]{2})|%00/i.test(path)) return 400;
    passed = decode(path, encodedSlashes);
  }
  if (rules.normalizes) passed = normalize(passed);
  if (rules.decodes) passed = encode(passed, encodedSlashes);
  if (passed === undefined) return 400;
  return [passed, ...query].join('?');
}

/** Returns one character per byte. */
function decode(path: string, slashes: PathRules['encodedSlashes']): string {
  return path.replaceAll(/%([\da-f]{2})/gi, (whole, hex: string) =>
    slashes === 'keep' && hex.toLowerCase() === '2f' ? whole : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Returns `undefined` for what Apache refuses with 400: a leftover `%`, where it looks for `%2F`. */
function encode(bytes: string, slashes: PathRules['encodedSlashes']): string | undefined {
  if (slashes === 'keep' && /%(?![\da-f]{2})/i.test(bytes)) return undefined;
  const isToEncode = slashes === 'keep' ? /%(?!2f)|[^\w\-.~!$&'()*+,;=:@/%]/gi : /[^\w\-.~!$&'()*+,;=:@/]/g;
  return bytes.replaceAll(isToEncode, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

function normalize(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const isOpen = ['', '.', '..'].includes(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isOpen && kept.length > 0 ? '/' : ''}`;
}
