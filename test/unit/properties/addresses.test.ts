import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { normalizeBaseUrl, ServiceClient } from '../../../src/api/index.ts';
import { canaryKey, clientFor, collect, failure, helloRequest } from '../api/harness.ts';
import { bytesOf, jsonHeaders, type MemoryTransport, memoryTransport } from '../api/memoryTransport.ts';
import { holds } from './holds.ts';

const name: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc
    .array(
      fc.constantFrom(
        ...['.', '..', '/', '\\', '%', '%2e', '%2F', '?', '#', '@', ':', '//', ' ', '\t', '\n', '\0'],
        ...['a', 'ü', ';', '&', '\ud800'],
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join('')),
);

const host = fc.oneof(
  fc.constantFrom(
    ...['host.example', 'localhost', '127.0.0.1', '[::1]', '[2001:db8::a]', 'bücher.example'],
    ...['10.0.0.1', 'HOST.Example.'],
  ),
  fc.domain(),
);
const port = fc.constantFrom('', ':443', ':80', ':8080', ':65535');
const prefix = fc.constantFrom('', '/gw', '/a/b', '/a%20b', '/%2e%2e/x', '/models', '/api', "/it's", '/ü');
const tail = fc.constantFrom(
  ...['', '/', '//', '/api/v1', '/api/v1/', '/api/v1/lora', '/api/v1/lora/x%2Fy'],
  ...['/api/v1/chat/completions', '/api/v1/api/v1', '?a=/api/v1', '#f'],
);
const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://');

const base = fc.record({ scheme, host, port, prefix, tail }).map((parts) => ({
  typed: parts.scheme + parts.host + parts.port + parts.prefix + parts.tail,
  // As the platform parses it: our requests must go there and nowhere else.
  root: new URL(parts.scheme + parts.host + parts.port + parts.prefix),
}));

const isSendable = (one: string): boolean =>
  one.isWellFormed() && one.split(/[/\\]/).every((part) => part !== '' && part !== '.' && part !== '..');

const origin = 'https://host.example';
const unsendable = [
  ...['', '.', '..', 'a\ud800', 'a/\ud800'],
  ...['/', 'a//b', '/a', 'a/', './n', 'a/.', '../b', 'old/../old-experiment'],
  ...['\\', 'a\\\\b', '\\a', 'a\\', '.\\n', 'x\\..\\y', 'x\\../y', 'a/\\b'],
];

/** Every call whose path contains the model's name. */
function everyCall(client: ServiceClient, model: string): (() => Promise<unknown>)[] {
  return [() => client.getLora(model), () => client.getBaseModel(model), () => client.deleteLora(model)];
}

/** Answers 404, so that a name with slashes is tried in its second form too. */
function recordingTransport(): MemoryTransport {
  return memoryTransport({ status: 404 });
}

function assertWithin(url: URL, root: URL): string {
  assert.equal(url.origin, root.origin, 'another origin');
  assert.deepEqual([url.username, url.password, url.search, url.hash], ['', '', '', '']);
  assert.equal(new URL(url.href).href, url.href, 'it would be read as another URL');
  const start = `${root.pathname.replace(/\/+$/, '')}/api/v1/`;
  assert.ok(url.pathname.startsWith(start), `${url.pathname} is not below ${start}`);
  return url.pathname.slice(start.length);
}

describe('Any name on any base URL', () => {
  holds(
    'is requested by exactly this name, and only below this base URL',
    600,
    fc.asyncProperty(base, name.filter(isSendable), async ({ typed, root }, model) => {
      const transport = recordingTransport();
      for (const call of everyCall(clientFor(typed, transport.send), model))
        assert.equal((await failure(call())).kind, 'notFound');
      const isWithSlashes = model.includes('/');
      assert.equal(transport.requests.length, isWithSlashes ? 6 : 3);
      for (const { url, method, headers } of transport.requests) {
        const [collection = '', ...segments] = assertWithin(url, root).split('/');
        assert.ok(collection === 'lora' || (collection === 'base-model' && method === 'GET'));
        assert.equal(segments.map(decodeURIComponent).join('/'), model);
        assert.ok(segments.length === 1 || (method === 'GET' && isWithSlashes));
        assert.equal(headers['authorization'], `Bearer ${canaryKey}`);
      }
    }),
  );

  holds(
    'is deleted by exactly this name, at the path where it was just retrieved',
    300,
    fc.asyncProperty(base, name.filter(isSendable), async ({ typed, root }, model) => {
      const chunks = [bytesOf(JSON.stringify({ name: model }))];
      const transport = memoryTransport({ chunks, headers: jsonHeaders });
      assert.equal((await clientFor(typed, transport.send).deleteLora(model))?.name, model);
      const paths = transport.requests.map(({ url }) => assertWithin(url, root));
      assert.equal(transport.requests.at(-1)?.method, 'DELETE');
      assert.equal(new Set(paths).size, 1);
      assert.equal(paths[0], `lora/${encodeURIComponent(model)}`);
    }),
  );

  holds(
    'is refused before any request if it would change the path',
    220,
    fc.asyncProperty(
      base,
      name.filter((one) => !isSendable(one)),
      async ({ typed }, model) => {
        const transport = recordingTransport();
        for (const call of everyCall(clientFor(typed, transport.send), model)) {
          const { kind, code } = await failure(call());
          assert.deepEqual([kind, code], ['badRequest', 'INVALID_NAME']);
        }
        assert.equal(transport.requests.length, 0);
      },
    ),
    { examples: unsendable.map((one) => [{ typed: origin, root: new URL(origin) }, one]) },
  );
});

describe('Any base URL', () => {
  holds(
    'gives the lists and chats always the same paths, whatever the model is called',
    300,
    fc.asyncProperty(base, name, async ({ typed, root }, model) => {
      const transport = recordingTransport();
      const client = clientFor(typed, transport.send);
      await failure(client.listLoras());
      await failure(client.listBaseModels());
      await failure(collect(client.streamChat({ ...helloRequest, model })));
      assert.deepEqual(
        transport.requests.map(({ url, method }) => `${method} ${assertWithin(url, root)}`),
        ['GET lora', 'GET base-model', 'POST chat/completions'],
      );
    }),
  );

  holds(
    'is refused and never quoted if it contains user info',
    200,
    fc.property(
      scheme,
      fc.constantFrom('user@', 'user:hunter2@', ':hunter2@', 'a%40b:hunter2@'),
      host,
      tail,
      (start, user, name, end) => {
        const make = (): unknown =>
          new ServiceClient({
            baseUrl: start + user + name + end,
            apiKey: async () => canaryKey,
            transport: recordingTransport().send,
          });
        assert.throws(
          make,
          (error: Error) => error instanceof TypeError && !`${error.stack}`.includes('hunter2'),
        );
      },
    ),
  );

  holds(
    'is normalized to an origin and a path, and stays the same when normalized again',
    2000,
    fc.property(
      fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.tuple(base, fc.string()).map(([{ typed }, more]) => typed + more),
        fc
          .array(
            fc.constantFrom(
              ...['https://', 'h.example', '/api/v1', '/lora', '/', "'", '`', ' ', '..', '%2e', '@'],
              ...[':', '\\', '?', '#', '\u200b'],
            ),
            { maxLength: 10 },
          )
          .map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (typed) => {
        const result = normalizeBaseUrl(typed);
        if (!result.ok) return;
        assert.deepEqual(normalizeBaseUrl(result.baseUrl), result);
        const url = new URL(result.baseUrl);
        assert.match(url.protocol, /^https?:$/);
        assert.deepEqual([url.username, url.password, url.search, url.hash], ['', '', '', '']);
        assert.doesNotMatch(url.pathname, /\/api\/v1$|.\/$/);
        assert.equal(url.origin, new URL(`${result.baseUrl}/api/v1/lora`).origin);
      },
    ),
  );
});
