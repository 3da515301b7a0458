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

  it('are translated, with their numbers in the page’s language', () => {
    loadBundle(JSON.stringify({ 'Settings ({0})': '{0} Einstellungen' }), 'de');
    assert.equal(t('Settings ({0})', 1000), '1.000 Einstellungen');
  });
});
