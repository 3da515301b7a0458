import assert from 'node:assert/strict';
import { isProxied, type ProxySettings } from '../../../src/core/proxyDecision.ts';

const none: ProxySettings = { proxy: undefined, noProxy: [], proxySupport: 'override', env: {} };
const proxied = (url: string, settings: Partial<ProxySettings>) =>
  isProxied(new URL(url), { ...none, ...settings });
const address = 'https://models.acme.example/x';
const proxy = 'http://proxy.example:3128';

describe('Whether a proxy is configured for an address', () => {
  it('is no, where nothing says so', () => {
    assert.equal(proxied(address, {}), false);
    assert.equal(proxied(address, { proxy: '' }), false);
  });

  it('is yes with VS Code’s own setting, unless its proxy support is off', () => {
    assert.equal(proxied(address, { proxy }), true);
    assert.equal(proxied(address, { proxy, proxySupport: 'off' }), false);
    assert.equal(proxied(address, { proxy, proxySupport: undefined }), true);
  });

  for (const [name, url, expected] of [
    ['https_proxy', address, true],
    ['HTTPS_PROXY', address, true],
    ['all_proxy', address, true],
    ['ALL_PROXY', 'http://models.acme.example', true],
    ['http_proxy', address, false],
    ['HTTP_PROXY', 'http://models.acme.example', true],
    ['https_proxy', 'http://models.acme.example', false],
  ] as const) {
    it(`is ${expected ? 'yes' : 'no'} for ${url} with ${name} in the environment`, () => {
      assert.equal(proxied(url, { env: { [name]: proxy } }), expected);
    });
  }

  it('is never yes for this machine itself', () => {
    for (const host of ['localhost', 'api.localhost', '127.0.0.1', '127.8.9.1', '[::1]'])
      assert.equal(proxied(`http://${host}:8080`, { proxy, env: { http_proxy: proxy } }), false, host);
  });

  for (const [exception, expected] of [
    ['*', false],
    ['models.acme.example', false],
    ['MODELS.acme.example', false],
    [' acme.example ', false],
    ['.acme.example', false],
    ['*.acme.example', false],
    ['acme.example:443', false],
    ['acme.example:8443', true],
    ['cme.example', true],
    ['other.example', true],
    ['', true],
  ] as const) {
    it(`is ${expected ? 'yes' : 'no'} with the exception ${JSON.stringify(exception)}, wherever it stands`, () => {
      assert.equal(proxied(address, { proxy, noProxy: [exception] }), expected);
      assert.equal(proxied(address, { proxy, env: { no_proxy: `a.example, ${exception}` } }), expected);
      assert.equal(proxied(address, { proxy, env: { NO_PROXY: `${exception},b.example` } }), expected);
    });
  }

  it('compares the port that the address names', () => {
    assert.equal(proxied('https://acme.example:8443', { proxy, noProxy: ['acme.example:8443'] }), false);
    assert.equal(proxied('http://acme.example', { proxy, noProxy: ['acme.example:80'] }), false);
  });
});
