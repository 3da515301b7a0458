import assert from 'node:assert/strict';
import { decodeEntities } from '../../../../../src/webview/markdown/parse/entities.ts';

describe('Entities', () => {
  it('become their characters, while unknown ones stay', () => {
    assert.equal(
      decodeEntities('a &lt;b&gt; &amp;amp; &#65;&#x42; &hellip; &unknown; &'),
      'a <b> &amp; AB … &unknown; &',
    );
    assert.equal(decodeEntities('&#0;&#xD800;&#x110000;'), '\ufffd\ufffd\ufffd');
    assert.equal(decodeEntities('&constructor;'), '&constructor;');
  });
});
