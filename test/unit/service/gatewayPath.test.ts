import assert from 'node:assert/strict';
import { gateways, type PathRules, passOn } from '../../service/network/gatewayPath.ts';

// What each real gateway passed on, or which status it answered itself, for these names below `/api/v1/lora/`.
const names = [
  ...['old%2F..%2Fold-experiment', 'code-review%2Fpython', 'code-review/python', 'a%2F%2Fb', '.%2Fn'],
  ...['x%5C..%5Cy', 'a%252Fb', 'a%3Bb', 'a%3Fb', 'caf%C3%A9%20x', 'a%2F%252e%252e%2Fb', '100%25'],
  ...['a/../b', 'a%2F..'],
] as const;

type Seen = Partial<Record<(typeof names)[number], string | 400 | 404>>;

const asTheyCame: Seen = Object.fromEntries(names.map((name) => [name, name]));

const decoded: Seen = {
  ...asTheyCame,
  'old%2F..%2Fold-experiment': 'old-experiment',
  'code-review%2Fpython': 'code-review/python',
  'a%2F%2Fb': 'a/b',
  '.%2Fn': 'n',
  'a%3Bb': 'a;b',
  'a%2F%252e%252e%2Fb': 'a/%252e%252e/b',
  'a/../b': 'b',
  'a%2F..': '',
};

const refused: Seen = {
  'old%2F..%2Fold-experiment': 404,
  'code-review%2Fpython': 404,
  'a%2F%2Fb': 404,
  '.%2Fn': 404,
  'a%2F%252e%252e%2Fb': 404,
  'a%2F..': 404,
};

const observedPaths: Partial<Record<keyof typeof gateways, Seen>> = {
  'nginx, proxy_pass without a URI': asTheyCame,
  'nginx, proxy_pass with a URI': decoded,
  'Apache, AllowEncodedSlashes Off': { ...decoded, ...refused },
  'Apache, AllowEncodedSlashes On': decoded,
  'Apache, AllowEncodedSlashes NoDecode': {
    ...asTheyCame,
    'a%252Fb': 'a%2Fb',
    'a%3Bb': 'a;b',
    '100%25': 400,
    'a/../b': 'b',
  },
  HAProxy: asTheyCame,
};

describe('The gateway for tests', () => {
  for (const [name, observed] of Object.entries(observedPaths)) {
    const rules: PathRules = new Map<string, PathRules>(Object.entries(gateways)).get(name) ?? {};
    it(`passes on the same as ${name}`, () => {
      for (const asked of names) {
        const expected = observed[asked];
        const passed = passOn(`/api/v1/lora/${asked}`, rules);
        assert.deepEqual(
          [asked, passed],
          [asked, typeof expected === 'string' ? `/api/v1/lora/${expected}` : expected],
        );
      }
    });
  }

  it('leaves the query unchanged', () => {
    assert.equal(passOn('/a%3Bb?c=%3B', { decodes: true }), '/a;b?c=%3B');
  });
});
