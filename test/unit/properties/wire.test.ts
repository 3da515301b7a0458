import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { type CallOptions, type ServiceClient, ServiceError } from '../../../src/api/index.ts';
import { clientFor, collect, helloRequest } from '../api/harness.ts';
import { bytesOf, jsonHeaders, memoryTransport } from '../api/memoryTransport.ts';
import { holds } from './holds.ts';
import { jsonText } from './hostileJson.ts';

type Method = (client: ServiceClient, options?: CallOptions) => Promise<unknown>;

const methods: Record<string, Method> = {
  listLoras: (client, options) => client.listLoras(options),
  getLora: (client, options) => client.getLora('x', options),
  deleteLora: (client, options) => client.deleteLora('x', options),
  listBaseModels: (client, options) => client.listBaseModels(options),
  getBaseModel: (client, options) => client.getBaseModel('x', options),
  streamChat: (client, options) => collect(client.streamChat(helloRequest, options)),
};

function answering(text: string, isStream = false): ServiceClient {
  const headers = isStream ? { headers: { 'content-type': 'text/event-stream' } } : { headers: jsonHeaders };
  return clientFor('https://host.example', memoryTransport({ chunks: [bytesOf(text)], ...headers }).send);
}

/** Returns a call's result, or `undefined` if it throws the only error that it may throw. */
async function settle(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a ServiceError: ${error}`);
    // The kind `network` would make users look for a fault in their network.
    assert.ok(error.kind !== 'network' || error.status === 407, `${error.kind}: ${error.message}`);
    return undefined;
  }
}

const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const keysOfPrototypes = (): PropertyKey[] => prototypes.flatMap((prototype) => Reflect.ownKeys(prototype));

describe('Any JSON as an answer', () => {
  const before = keysOfPrototypes();

  for (const [name, method] of Object.entries(methods)) {
    holds(
      `makes ${name} return a value or throw a ServiceError`,
      150,
      fc.asyncProperty(jsonText, async (text) => {
        await settle(method(answering(text)));
        assert.deepEqual(keysOfPrototypes(), before, 'a prototype was written to');
      }),
    );
  }

  holds(
    'in the events of a stream makes a chat end with a finish or a ServiceError',
    300,
    fc.asyncProperty(fc.array(jsonText, { maxLength: 5 }), async (texts) => {
      const stream = texts.map((text) => `data: ${text.replaceAll('\n', '')}\n\n`).join('');
      const events = await settle(collect(answering(stream, true).streamChat(helloRequest)));
      if (Array.isArray(events)) assert.equal(events.at(-1)?.type, 'finish');
      assert.deepEqual(keysOfPrototypes(), before, 'a prototype was written to');
    }),
  );
});

// A top-level `error` makes the whole answer an error, so no entry has one.
const unknownFields = fc.dictionary(
  fc.string().filter((key) => !['name', 'error', 'object', 'unit_price', 'active_deployment'].includes(key)),
  fc.jsonValue(),
  { maxKeys: 3 },
);
const text = fc.string({ unit: 'grapheme' });
const creator = fc.record(
  {
    actor_type: text,
    api_key: fc.record({ name: text }),
    user: fc.record({ first_name: text, email: text }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const deployment = fc.record(
  {
    base_model_name: text,
    created_at: fc.nat(),
    creator,
    model_name: text,
    model_source: text,
    hub_revision: text,
  },
  { requiredKeys: [] },
);
// Its name is a single path segment, so that the entry can also be requested alone.
const entry: Arbitrary<{ name: string }> = fc
  .tuple(
    fc.record({ name: text.filter((name) => name.isWellFormed() && !/^\.{0,2}$|[/\\]/.test(name)) }),
    fc.record(
      {
        unit_price: fc.oneof(fc.double({ noNaN: true }), fc.constant(null)),
        active_deployment: fc.oneof(deployment, fc.constant(null)),
      },
      { requiredKeys: [] },
    ),
    unknownFields,
  )
  .map(([name, known, more]) => ({ ...more, ...known, ...name }));

const junk: Arbitrary<unknown> = fc
  .oneof(fc.jsonValue(), fc.record({ name: fc.oneof(fc.constant(''), fc.integer(), fc.constant(null)) }))
  .filter((json) => {
    const name: unknown = typeof json === 'object' && json !== null && 'name' in json ? json.name : undefined;
    return typeof name !== 'string' || name === '';
  });

describe('A list that contains junk', () => {
  type Get = (client: ServiceClient, name: string) => Promise<unknown>;
  const lists: [Method, Get][] = [
    [(client, options) => client.listLoras(options), (client, name) => client.getLora(name)],
    [(client, options) => client.listBaseModels(options), (client, name) => client.getBaseModel(name)],
  ];
  for (const [n, [list, get]] of lists.entries()) {
    holds(
      `keeps every valid ${n === 0 ? 'LoRA' : 'base model'} in order, the same as when read alone, and reports the rest`,
      200,
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            entry.map((good) => ({ good })),
            junk.map((bad) => ({ bad })),
          ),
        ),
        async (items) => {
          const wire = items.map((item) => JSON.stringify('good' in item ? item.good : item.bad));
          const skipped: unknown[] = [];
          const all = await list(answering(`[${wire.join(',')}]`), { onSkipped: (one) => skipped.push(one) });
          const good = items.flatMap((item) => ('good' in item ? [item.good] : []));
          const alone = good.map((one) => get(answering(JSON.stringify(one)), one.name));
          assert.deepEqual(all, await Promise.all(alone));
          assert.deepEqual(
            skipped,
            wire.filter((_, at) => 'bad' in (items[at] ?? {})).map((one) => JSON.parse(one)),
          );
        },
      ),
    );
  }
});
