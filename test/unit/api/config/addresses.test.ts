import assert from 'node:assert/strict';
import { cleanApiKey, isLoopback, normalizeBaseUrl, ServiceClient } from '../../../../src/api/index.ts';
import { loopbackCases } from '../../loopbackCases.ts';

describe('A base URL', () => {
  for (const [typed, baseUrl] of [
    ['https://Host.Example', 'https://host.example'],
    ['https://host.example/', 'https://host.example'],
    ['\u2018https://host.example\u2019', 'https://host.example'],
    ['https://host.example:443//', 'https://host.example'],
    ['  "https://host.example/api/v1"\n', 'https://host.example'],
    ['<https://host.example/api/v1/>', 'https://host.example'],
    ['https://host.example/api/v1/lora', 'https://host.example'],
    ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000'],
    ['http://127.0.0.1:8000/v1/models', 'http://127.0.0.1:8000'],
    ['https://gw.example/vllm/v1/chat/completions', 'https://gw.example/vllm'],
    ['https://host.example/api/v1/lora/a%2Fb', 'https://host.example'],
    ['https://host.example/api/v1/base-model', 'https://host.example'],
    ['https://host.example/api/v1/chat/completions?x=1#y', 'https://host.example'],
    ['https://host.example\n/api/v1', 'https://host.example'],
    ['https://host.example/api/v1/api/v1/', 'https://host.example'],
    ["https://host.example/gw'/api/v1", 'https://host.example/gw'],
    ['https://gw.example/models', 'https://gw.example/models'],
    ['https://gw.example/models//api/v1/lora/', 'https://gw.example/models'],
    ['https://gw.example/api/v1beta', 'https://gw.example/api/v1beta'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['localhost:8080/api/v1', 'http://localhost:8080'],
    ['host.example/models', 'https://host.example/models'],
    ['gateway:8443', 'https://gateway:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ] as const) {
    it(`typed as ${JSON.stringify(typed)} is ${baseUrl}`, () => {
      assert.deepEqual(normalizeBaseUrl(typed), { ok: true, baseUrl });
      assert.deepEqual(normalizeBaseUrl(baseUrl), { ok: true, baseUrl }, 'it stays so');
    });
  }

  for (const [typed, reason] of [
    ['', 'empty'],
    [' \n"" ', 'empty'],
    ['not a url', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['https://a b', 'notAUrl'],
    ['word', 'notAUrl'],
    ['ftp://host.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https://user@host.example', 'userInfo'],
    ['https://user:secret@host.example', 'userInfo'],
    ['https://:secret@host.example', 'userInfo'],
  ] as const) {
    it(`typed as ${JSON.stringify(typed)} is refused: ${reason}`, () => {
      assert.deepEqual(normalizeBaseUrl(typed), { ok: false, reason });
    });
  }

  it('that is refused makes the client’s constructor throw, and is not quoted', () => {
    const transport = async () => assert.fail();
    assert.throws(
      () => new ServiceClient({ baseUrl: 'https://u:secret@h.example', apiKey: async () => 'k', transport }),
      (error: Error) => error instanceof TypeError && !String(error.stack).includes('secret'),
    );
  });
});

describe('Loopback', () => {
  for (const [url, is] of loopbackCases) {
    it(`${is ? 'includes' : 'does not include'} ${url}`, () => assert.equal(isLoopback(url), is));
  }
  it('does not include text that is not a URL', () => assert.equal(isLoopback('nonsense'), false));
});

describe('An API key', () => {
  for (const typed of [
    ...['sk-1', ' sk-1\n', '"sk-1"', "'sk-1'", 'Bearer sk-1', 'bearer   sk-1 '],
    ...['Authorization: Bearer sk-1', '"Authorization: Bearer sk-1"', 'authorization:"Bearer sk-1"'],
    ...['\ufeffsk-1\u200b', '\u202ask-1\u00ad'],
  ]) {
    it(`is extracted from ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(cleanApiKey(typed), { ok: true, apiKey: 'sk-1' });
    });
  }
  for (const typed of ['', '  ', '""', 'Bearer', 'Bearer ', 'Authorization: Bearer']) {
    it(`is missing from ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(cleanApiKey(typed), { ok: false, reason: 'empty' });
    });
  }
  for (const typed of ['sk 1', 'sk-ü', 'sk\n1', 'sk\u00001', 'sk-“1”x']) {
    it(`cannot be ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(cleanApiKey(typed), { ok: false, reason: 'characters' });
    });
  }
});
