import assert from 'node:assert/strict';
import { english, textsIn } from '../../../src/base/texts.ts';

describe('A text for people', () => {
  const counted = (t = english) =>
    [0, 1, 2].map((count) => t.plural(count, '1 chat of {1}', '{0} chats of {1}', 'Acme'));

  it('has its values in place of the numbers', () => {
    assert.equal(english('{1} and {0}', 'a', 2), '2 and a');
    assert.equal(english('{0} {1}', 'a'), 'a {1}');
  });

  it('is one of two, by a count', () => {
    assert.deepEqual(counted(), ['0 chats of Acme', '1 chat of Acme', '2 chats of Acme']);
  });

  it('is in the language if that has it, else in English', () => {
    const german = textsIn('de', {
      '1 chat of {1}': 'Ein Chat von {1}',
      '{0} chats of {1}': '{0} Chats von {1}',
      Send: 1,
    });
    assert.deepEqual(counted(german), ['0 Chats von Acme', 'Ein Chat von Acme', '2 Chats von Acme']);
    assert.deepEqual([german('toString'), german('Send')], ['toString', 'Send']);
  });

  it('has numbers, lists and dates as the language writes them, and what is text already as it is', () => {
    const said = (t: typeof english) => [
      t('{0} of {1}', 1000, '3000'),
      t.number(0.5, { minimumFractionDigits: 2 }),
      t.list(['A', 'B', 'C']),
      t.date(Date.UTC(2026, 10, 18, 12), { dateStyle: 'medium' }),
    ];
    assert.deepEqual(said(english), ['1,000 of 3000', '0.50', 'A, B, and C', 'Nov 18, 2026']);
    assert.deepEqual(said(textsIn('de')), ['1.000 of 3000', '0,50', 'A, B und C', '18.11.2026']);
  });
});
