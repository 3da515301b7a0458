import assert from 'node:assert/strict';
import { loadTexts, plural, t } from '../../../../src/ui/shared/text/t.ts';

describe('A text for people', () => {
  afterEach(() => loadTexts(undefined, 'en'));

  const lost = (count: number) => plural(count, '1 chat of {1}', '{0} chats of {1}', 'Acme');

  it('has its values in place of the numbers', () => {
    assert.equal(t('{1} and {0}', 'a', 2), '2 and a');
    assert.equal(t('{0} {1}', 'a'), 'a {1}');
  });

  it('is one of two, by a count', () => {
    assert.deepEqual([0, 1, 2].map(lost), ['0 chats of Acme', '1 chat of Acme', '2 chats of Acme']);
  });

  it('is in the display language if that has it', () => {
    loadTexts({ '1 chat of {1}': 'Ein Chat von {1}', '{0} chats of {1}': '{0} Chats von {1}' }, 'de');
    assert.deepEqual(
      [lost(1), lost(2), t('toString')],
      ['Ein Chat von Acme', '2 Chats von Acme', 'toString'],
    );
  });
});
