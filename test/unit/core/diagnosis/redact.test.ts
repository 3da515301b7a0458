import assert from 'node:assert/strict';
import { redactSecrets, redactText } from '../../../../src/core/diagnosis/redact.ts';

const key = 'canary-5f0c3b7e9a1d';

describe('Foreign text, before it is put into a report', () => {
  for (const [label, text, expected] of [
    ['the key', `Bad key ${key}.`, 'Bad key ***.'],
    ['a piece of the key from its middle', 'unknown key …y-5f0c3b…', 'unknown key ***'],
    [
      'the end of the key behind a mask',
      'Incorrect API key: ***********9a1d, see docs',
      'Incorrect API key: *** see docs',
    ],
    ['the beginning of the key before a mask', 'Incorrect key canar****.', 'Incorrect key ***'],
    ['an e-mail address', 'Ask Ada Example <ada@acme.example>!', 'Ask Ada Example <…@…>!'],
    [
      'the user info of a proxy',
      'via http://ada:s3cret@proxy.acme.example:3128',
      'via http://proxy.acme.example:3128',
    ],
    ['a name that is hidden', 'No model “acme/tone” here', 'No model “***” here'],
  ] as const) {
    it(`loses ${label}`, () => {
      assert.equal(redactText(text, [key], ['acme/tone']), expected);
    });
  }

  it('keeps what is not secret', () => {
    const text = 'Rate limit: 10 of 10 requests, back in 8 s (req-000012).';
    assert.equal(redactText(text, [key], []), text);
  });

  it('is not torn apart by an empty secret', () => {
    assert.equal(redactSecrets('plain', ['']), 'plain');
    assert.equal(redactText('plain text', [''], []), 'plain text');
  });
});
