import assert from 'node:assert/strict';
import { SecretMask } from '../../../../src/api/answer/secretMask.ts';
import { maskSecrets } from '../../../../src/api/errors/serverText.ts';
import { cpuTimeOf } from '../../cpuTime.ts';

const masks: [string, (secret: string) => (text: string) => string][] = [
  [
    'an answer',
    (secret) => {
      const mask = new SecretMask([secret]);
      return (text) => mask.text(text);
    },
  ],
  ['an error', (secret) => (text) => maskSecrets(text, [secret])],
];

describe('A secret with white space or backslashes', () => {
  const credentials = 'Z2F0ZXdheTpjYW5hcnk=';
  const secret = `Basic ${credentials}`;
  const quotes: [string, string, string][] = [
    ['as it is', secret, secret],
    ['without its space', secret, `Basic${credentials}`],
    ['with several spaces and a line break', secret, `basic \n  ${credentials}`],
    ['as the query of a URL', secret, `Basic+${credentials.replace('=', '%3D')}`],
    ['percent-encoded', secret, `Basic%2520${credentials}`],
    ['with escapes', secret, `Basic\\u0020${credentials}`],
    ['with character references', secret, `Basic&#32;${credentials}`],
    ['with fewer spaces than it has', 'user    canary-0b1c2d3e', 'user canary-0b1c2d3e'],
    ['with a space for its tab', 'user\tcanary-0b1c2d3e', 'user canary-0b1c2d3e'],
    ['without white space at its ends', '  canary-0b1c2d3e ', 'canary-0b1c2d3e'],
    ['with its backslashes doubled', 'ACME\\\\svc\\canary-0b1c', 'ACME\\\\\\\\svc\\\\canary-0b1c'],
    ['without its first backslashes', '\\\\host\\canary-0b1c', 'host\\canary-0b1c'],
    ['in base64', ' user canary-0b1c2d3e8', Buffer.from('user canary-0b1c2d3e8').toString('base64')],
  ];
  for (const [where, mask] of masks)
    for (const [how, given, quoted] of quotes)
      it(`is masked in ${where}: ${how}`, () => {
        assert.match(mask(given)(`(${quoted})`), /^\(\*\*\*=*\)$/);
      });

  it('is not looked for if little is left of it without its white space', () => {
    for (const [, mask] of masks)
      for (const blank of [' '.repeat(20), `a${' '.repeat(20)}b`])
        assert.equal(mask(blank)('a b ab'), 'a b ab');
  });
});

describe('The time it takes to look for a secret', () => {
  const secrets = [
    'sk-canary-7f3a9c51d2',
    'Basic Z2F0ZXdheTpjYW5hcnk=',
    'Token user canary 0b1c2d3e',
    'a b a b a b a b a b a b a c',
    ' canary  \t canary \t  canary',
    'aaaaaaaaaaaaaaaaaaaaaaaab',
    `${'\\'.repeat(24)}canary${'\\'.repeat(24)}a${'\\'.repeat(24)}b`,
    '\\canary\\canary\\canary',
    `${'%25'.repeat(20)}canary`,
    `${'&amp;'.repeat(20)}canary`,
    `${'\\u005c'.repeat(10)}canary`,
    `canary${'&#0038;'.repeat(10)}x`,
    `${'sid=canary; '.repeat(100)}end`,
  ];
  const fillers = [' ', '\\', '\\ ', '%25', '%20', '\\u005c', '&#32;', 'a '];
  // Linear time grows by 4, quadratic time by 16.
  const short = 4_000;
  const long = 4 * short;

  /** Texts that begin as the secret does, up to each place where a pattern may repeat something. */
  function* hostile(secret: string): Generator<(length: number) => string> {
    const ends = [...secret.matchAll(/[\s\\%&]+/g)]
      .slice(0, 3)
      .flatMap(({ 0: gap, index }) => [index, index + gap.length]);
    for (const start of new Set([0, 1, ...ends, secret.length - 1].map((end) => secret.slice(0, end).trim())))
      for (const filler of fillers) {
        yield (length) => start + filler.repeat(length / filler.length);
        yield (length) => (start + filler.repeat(20)).repeat(length / (start.length + 20 * filler.length));
      }
  }

  // Nothing here depends on a clock but the ratio: a slow machine only needs longer.
  for (const [where, mask] of masks)
    it(`grows with the length of ${where}, whatever the text`, function () {
      this.timeout(120_000);
      for (const secret of secrets) {
        const masked = mask(secret);
        for (const text of hostile(secret)) {
          const timeOf = (length: number): number => {
            const hostileText = text(length);
            return cpuTimeOf(() => masked(hostileText));
          };
          // A pause of the process for its garbage counts as its work, but hardly three times in a row.
          const isLinear = () => timeOf(long) < 8 * timeOf(short) + 30;
          assert.ok(isLinear() || isLinear() || isLinear(), JSON.stringify([secret, text(100)]));
        }
      }
    });
});
