import assert from 'node:assert/strict';
import * as v from 'valibot';
import { isLoopback, normalizeBaseUrl } from '../../../src/api/config/baseUrl.ts';
import { loopbackCases } from '../loopbackCases.ts';
import { json, texts } from './manifest.ts';

const pattern = v.pipe(
  v.string(),
  // As VS Code's JSON support reads it.
  v.transform((text) => new RegExp(text, 'u')),
);
const items = v.object({
  properties: v.object({ url: v.object({ pattern }) }),
  if: v.object({ properties: v.object({ url: v.object({ pattern }) }) }),
});
const schema = v.record(v.string(), v.object({ errorMessage: v.string() }));
const { properties } = v.parse(
  v.object({
    contributes: v.object({ configuration: v.object({ properties: v.record(v.string(), v.unknown()) }) }),
  }),
  json,
).contributes.configuration;
const connections = v.parse(v.object({ items }), properties['hostedModels.connections']);
const { properties: entry, if: unencrypted } = connections.items;

const keys = v.array(v.string());
const choice = v.object({
  enum: keys,
  enumItemLabels: keys,
  enumDescriptions: v.optional(keys),
  markdownEnumDescriptions: v.optional(keys),
});

/** The settings that are a choice, and such parts of settings. */
function enumsIn(part: unknown): v.InferOutput<typeof choice>[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap(enumsIn);
  return 'enum' in part ? [v.parse(choice, part), ...inside] : inside;
}

describe('The settings', () => {
  it('each say in words what is wrong with a value', () => {
    for (const [name, { errorMessage }] of Object.entries(v.parse(schema, properties))) {
      assert.ok(texts[errorMessage.slice(1, -1)], name);
    }
  });

  it('show each choice by a label and say what it means', () => {
    const enums = enumsIn(properties);
    assert.equal(enums.length, 4);
    for (const { enum: values, enumItemLabels, enumDescriptions, markdownEnumDescriptions } of enums) {
      for (const keys of [enumItemLabels, enumDescriptions ?? markdownEnumDescriptions]) {
        const said = new Set(keys?.map((key) => texts[key.slice(1, -1)]));
        assert.equal(said.size, values.length, values.join(', '));
        assert.ok(!said.has(undefined), values.join(', '));
      }
    }
  });

  for (const url of [
    ...['https://models.acme.example', 'HTTPS://models.acme.example:8443/gateway/'],
    ...['https://models.acme.example/api/v1/lora?x=1#y', 'https://acme', 'http://[::1]:8080'],
    ...['models.acme.example', 'models.acme.example:8443/api/v1', 'localhost:8080', 'acme:8080'],
    ...['127.0.0.1:8080', ' https://models.acme.example '],
  ])
    it(`mark no address that is used: ${url}`, () => {
      assert.ok(normalizeBaseUrl(url).ok);
      assert.match(url, entry.url.pattern);
    });

  for (const url of [
    ...['', 'acme', 'ftp://models.acme.example', 'https://ada:secret@models.acme.example'],
    ...['https://ada@models.acme.example', 'ada:secret@models.acme.example', 'https://'],
    ...['https://models acme', 'file:///etc/passwd', 'javascript:alert(1)'],
  ]) {
    it(`mark an address that is not used: ${JSON.stringify(url)}`, () => {
      assert.ok(!normalizeBaseUrl(url).ok);
      assert.doesNotMatch(url, entry.url.pattern);
    });
  }

  // These ways to write a loopback address are marked, although they work: nobody types them.
  const unusual = ['http://0x7f.1', 'http://[::ffff:127.0.0.1]'];
  for (const [url] of loopbackCases) {
    if (unusual.includes(url)) continue;
    for (const whole of [url, `${url}/gateway`, url.replace('http:', 'HTTP:')]) {
      it(`mark an unencrypted address only if it leaves this machine: ${whole}`, () => {
        assert.equal(unencrypted.properties.url.pattern.test(whole), !isLoopback(whole));
      });
    }
  }

  it('mark no encrypted address as unencrypted', () => {
    assert.doesNotMatch('https://models.acme.example', unencrypted.properties.url.pattern);
    assert.doesNotMatch('models.acme.example', unencrypted.properties.url.pattern);
  });
});
