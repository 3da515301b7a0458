import assert from 'node:assert/strict';
import { isHostOf } from '../../../../src/core/links/linkHost.ts';

describe('The host of a link', () => {
  const is = (host: string, baseUrl: string) => isHostOf(host, baseUrl);

  it('is compared with a connection’s as browsers do it', () => {
    assert.ok(is('models.acme.example', 'https://models.acme.example'));
    assert.ok(is('Models.ACME.example:8443', 'https://models.acme.example:8443/eu'));
    assert.ok(is('models.acme.example:443', 'https://models.acme.example'));
    assert.ok(is('bücher.example', 'https://xn--bcher-kva.example'));
    assert.ok(is('[::1]:8080', 'http://[::1]:8080'));
    assert.ok(!is('models.acme.example:8080', 'https://models.acme.example'));
    assert.ok(!is('models.acme.example:443', 'http://models.acme.example'));
    assert.ok(!is('acme.example', 'https://models.acme.example'));
  });

  it('is nothing but a host', () => {
    const baseUrl = 'https://models.acme.example';
    for (const host of [
      '',
      ' ',
      baseUrl,
      'models.acme.example/',
      'models.acme.example/api',
      'a@models.acme.example',
      'models.acme.example?x',
      'models.acme.example#x',
      'models.acme.example\\x',
      'models.acme.example:99999',
    ])
      assert.ok(!is(host, baseUrl), host);
  });
});
