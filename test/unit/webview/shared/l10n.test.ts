import assert from 'node:assert/strict';
import { loadBundle, t } from '../../../../src/webview/shared/l10n.ts';

describe('The pages’ texts', () => {
  afterEach(() => loadBundle(undefined));

  it('are English without a bundle, or with one without texts', () => {
    for (const json of [undefined, null, '', '{}', '{"Send":1}']) {
      loadBundle(json);
      assert.equal(t('Send'), 'Send');
    }
  });

  it('are translated, with their values in place', () => {
    loadBundle(JSON.stringify({ 'Settings ({0})': '{0} Einstellungen' }));
    assert.equal(t('Settings ({0})', 2), '2 Einstellungen');
    assert.equal(t('{0} of {1}', 2, 3), '2 of 3');
    assert.equal(t('constructor'), 'constructor');
  });

  it('have their numbers in the page’s language', () => {
    assert.equal(t('{0} of {1}', 1000, '3000'), '1,000 of 3000');
    loadBundle(undefined, 'de');
    assert.equal(t('{0} of {1}', 1000, '3000'), '1.000 of 3000');
  });
});
