import assert from 'node:assert/strict';
import { listText, loadTexts, numberText, plural, t } from '../../../../src/ui/shared/text/t.ts';

describe('The display language', () => {
  afterEach(() => loadTexts(undefined, 'en'));

  it('is English until its texts are loaded, and then that of all texts', () => {
    const said = () => [t('Send'), plural(2, '1 chat', '{0} chats'), numberText(0.5), listText(['A', 'B'])];
    assert.deepEqual(said(), ['Send', '2 chats', '0.5', 'A and B']);
    loadTexts({ Send: 'Senden', '{0} chats': '{0} Chats' }, 'de');
    assert.deepEqual(said(), ['Senden', '2 Chats', '0,5', 'A und B']);
  });
});
