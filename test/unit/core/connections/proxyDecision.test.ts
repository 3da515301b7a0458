import assert from 'node:assert/strict';
import { type ProxySettings, proxyDecision } from '../../../../src/core/connections/proxyDecision.ts';

const none: ProxySettings = { proxy: undefined, noProxy: [], proxySupport: 'override', env: {} };
const proxied = (url: string, settings: Partial<ProxySettings>) =>
  proxyDecision(new URL(url), { ...none, ...settings }).isProxied;
const address = 'https://models.acme.example/x';
const proxy = 'http://proxy.example:3128';

describe('Whether a proxy is configured for an address', () => {
  it('is no if nothing is configured', () => {
    assert.equal(proxied(address, {}), false);
    assert.equal(proxied(address, { proxy: '' }), false);
    assert.equal(proxied(address, { proxy: 'proxy.example:3128', env: { https_proxy: 'off' } }), false);
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
    // The variables are for one scheme each, while VS Code uses them for both.
    ['http_proxy', address, true],
    ['HTTP_PROXY', 'http://models.acme.example', true],
    ['https_proxy', 'http://models.acme.example', true],
    ['ftp_proxy', address, false],
  ] as const) {
    it(`is ${expected ? 'yes' : 'no'} for ${url} with ${name} in the environment`, () => {
      assert.equal(proxied(url, { env: { [name]: proxy } }), expected);
    });
  }

  it('is never yes for this machine', () => {
    const hosts = ['localhost', 'LOCALHOST.', 'api.localhost', '127.0.0.1', '127.8.9.1', '[::1]'];
    for (const host of [...hosts, '[::ffff:127.0.0.1]'])
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
    it(`is ${expected ? 'yes' : 'no'} with the exception ${JSON.stringify(exception)}, wherever that is`, () => {
      assert.equal(proxied(address, { proxy, noProxy: [exception] }), expected);
      assert.equal(proxied(address, { proxy, env: { no_proxy: `a.example, ${exception}` } }), expected);
      assert.equal(proxied(address, { proxy, env: { NO_PROXY: `${exception},b.example` } }), expected);
    });
  }

  it('depends on the port in the address', () => {
    assert.equal(proxied('https://acme.example:8443', { proxy, noProxy: ['acme.example:8443'] }), false);
    assert.equal(proxied('http://acme.example', { proxy, noProxy: ['acme.example:80'] }), false);
  });

  for (const [url, exception, expected] of [
    ['https://10.1.2.3', '10.1.2.3', false],
    ['https://10.1.2.3', '10.1.2.3:443', false],
    ['https://10.1.2.3', '10.1.2.3:80', true],
    ['https://10.1.2.3', '10.0.0.0/8', false],
    ['https://11.1.2.3', '10.0.0.0/8', true],
    ['https://10.1.2.3', '10.0.0.0/33', true],
    ['https://10.1.2.3', '2.3', true],
    ['https://10.1.2.3', '2001:db8::/32', true],
    ['https://[2001:db8::7]', '2001:db8::7', false],
    ['https://[2001:db8::7]', '[2001:db8:0::7]', false],
    ['https://[2001:db8::7]', '[2001:db8::7]:443', false],
    ['https://[2001:db8::7]', '[2001:db8::7]:80', true],
    ['https://[2001:db8::7]', '2001:db8::/32', false],
    ['https://[2001:db8::7]', '*', false],
    ['https://models.acme.example', '10.0.0.0/8', true],
    ['https://models.acme.example.', 'acme.example', false],
    ['https://models.acme.example', 'acme.example.', false],
    ['https://models.acme.example', '*:443', false],
    ['https://models.acme.example', '*:80', true],
  ] as const) {
    it(`is ${expected ? 'yes' : 'no'} for ${url} with the exception ${exception}`, () => {
      assert.equal(proxied(url, { proxy, noProxy: [exception] }), expected);
      assert.equal(proxied(url, { env: { https_proxy: proxy, no_proxy: exception } }), expected);
    });
  }

  it('ignores the environment’s exceptions if the setting has its own, like VS Code', () => {
    const env = { no_proxy: 'acme.example' };
    assert.equal(proxied(address, { proxy, env }), false);
    assert.equal(proxied(address, { proxy, env, noProxy: ['other.example'] }), true);
  });

  it('uses the upper-case variables if the lower-case ones are empty', () => {
    assert.equal(proxied(address, { proxy, env: { no_proxy: '', NO_PROXY: 'acme.example' } }), false);
    assert.equal(proxied(address, { env: { https_proxy: '', HTTPS_PROXY: proxy } }), true);
  });
});

describe('The reason for or against a proxy', () => {
  const why = (settings: Partial<ProxySettings>, url = address) =>
    proxyDecision(new URL(url), { ...none, ...settings });

  it('is the setting before the environment, and names the variable', () => {
    const env = { HTTPS_PROXY: 'http://second.example:8080' };
    const first = { isProxied: true, reason: 'setting', proxy: 'proxy.example:3128' };
    assert.deepEqual(why({ proxy, env }), first);
    const second = { isProxied: true, reason: 'environment', proxy: 'second.example:8080' };
    assert.deepEqual(why({ env }), { ...second, variable: 'HTTPS_PROXY' });
    assert.deepEqual(why({ proxy: 'none', env }), { ...second, variable: 'HTTPS_PROXY' });
    assert.equal(why({ env: { ...env, https_proxy: proxy, ALL_PROXY: proxy } }).variable, 'https_proxy');
  });

  it('is the exception, with the proxy that it bypasses', () => {
    const exception = { isProxied: false, reason: 'exception', proxy: 'proxy.example:3128' };
    assert.deepEqual(why({ proxy, noProxy: ['acme.example'] }), exception);
    const byVariable = { ...exception, variable: 'NO_PROXY' };
    assert.deepEqual(why({ env: { http_proxy: proxy, NO_PROXY: 'acme.example' } }), byVariable);
  });

  it('is given if there is no proxy', () => {
    assert.deepEqual(why({}), { isProxied: false, reason: 'none' });
    assert.deepEqual(why({ proxy, proxySupport: 'off' }), { isProxied: false, reason: 'off' });
    for (const proxySupport of ['on', 'off']) {
      const local = { isProxied: false, reason: 'loopback' };
      assert.deepEqual(why({ proxy, proxySupport }, 'http://localhost:8000'), local);
    }
  });

  for (const [text, expected] of [
    ['http://proxy.example', 'proxy.example:80'],
    ['https://Proxy.Example/', 'proxy.example:443'],
    ['http://proxy.example:80', 'proxy.example:80'],
    ['https://proxy.example:80', 'proxy.example:80'],
    ['socks5://proxy.example', 'proxy.example:1080'],
    ['socks4a://proxy.example:9', 'proxy.example:9'],
    ['http://[2001:db8::7]:3128', '[2001:db8::7]:3128'],
    ['http://ada:secret@proxy.example:3128', 'proxy.example:3128'],
    ['http://ada:12#secret@proxy.example:3128', 'proxy.example:3128'],
    ['http://ada:sec/ret@proxy.example:3128', 'proxy.example:3128'],
    ['http://ada:se@cret@proxy.example:3128', 'proxy.example:3128'],
    ['http://ada@proxy.example:3128', 'proxy.example:3128'],
    ['http://ada:secret@', undefined],
    ['http://ada:secret@:3128', undefined],
    ['http://ada:secret@proxy example', undefined],
  ] as const) {
    it(`names the proxy of ${text} without a user: ${expected}`, () => {
      const { isProxied: is, proxy: named } = why({ proxy: text });
      assert.deepEqual([is, named], [true, expected]);
    });
  }
});
