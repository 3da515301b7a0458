import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/api/index.ts';
import { type DecodingGateway, startDecodingGateway } from '../../../service/network/decodingGateway.ts';
import { gateways, type PathRules } from '../../../service/network/gatewayPath.ts';
import { type RunningService, startService } from '../../../service/service.ts';
import { clientFor, overBothTransports } from '../harness.ts';

// Many of these, read differently, are the name of another entry.
const listedNames = [
  ...['old-experiment', 'a/b', 'a%2Fb', 'b', 'n', 'x', 'x;y', 'x?y', 'x y', 'y', 'é/ü', 'a/%2e%2e/b'],
];
const hostileNames = ['old/../old-experiment', './n', 'n/.', 'a//b', '/b', 'x\\..\\y', '.\\n', '../lora/x'];

type Reading = 'in one segment' | 'with slashes';

// How the service must read names so that those with a slash work behind each gateway.
const workingReadings: Record<keyof typeof gateways, Reading[]> = {
  'nginx, proxy_pass without a URI': ['in one segment', 'with slashes'],
  'nginx, proxy_pass with a URI': ['with slashes'],
  'Apache, AllowEncodedSlashes Off': ['with slashes'],
  'Apache, AllowEncodedSlashes On': ['with slashes'],
  'Apache, AllowEncodedSlashes NoDecode': ['in one segment', 'with slashes'],
  'Apache, AllowEncodedSlashes Off, nocanon': ['with slashes'],
  'Apache, AllowEncodedSlashes On, nocanon': ['in one segment', 'with slashes'],
  'Apache, AllowEncodedSlashes NoDecode, nocanon': ['in one segment', 'with slashes'],
  HAProxy: ['in one segment', 'with slashes'],
  'HAProxy, normalize-uri': ['in one segment', 'with slashes'],
};

describe('Deleting through a gateway', () => {
  overBothTransports((transport, over) => {
    // The paths are made before a transport gets them; the host's fetch could only read them anew.
    const tried = Object.entries<PathRules>(gateways).filter((_, at) => over === 'undici' || at % 5 === 1);
    for (const reading of ['in one segment', 'with slashes'] as const) {
      describe(`to a service that reads names ${reading}`, () => {
        let service: RunningService;
        let gateway: DecodingGateway;
        before(async () => {
          service = await startService({ slashesInPath: reading === 'with slashes' });
          gateway = await startDecodingGateway({ target: Number(new URL(service.url).port) });
        });
        after(async () => {
          await gateway.close();
          await service.close();
        });

        /** Deletes one entry and returns what the service lost, and the client's error. */
        const deleteOne = async (name: string, isRetrieved: boolean) => {
          service.catalog.loras.splice(
            0,
            Infinity,
            ...listedNames.map((one) => ({ name: one, unit_price: 1 })),
          );
          const client = clientFor(gateway.url, transport, { apiKey: async () => 'sample-key' });
          let error: unknown;
          try {
            if (isRetrieved) await client.getLora(name);
            await client.deleteLora(name);
          } catch (reason) {
            error = reason;
          }
          const left = new Set(service.catalog.loras.map((one) => one.name));
          return { error, lost: listedNames.filter((one) => !left.has(one)) };
        };

        for (const [name, rules] of tried) {
          it(`never deletes another entry behind ${name}`, async () => {
            gateway.configure(rules);
            for (const asked of [...listedNames, ...hostileNames]) {
              for (const isRetrieved of [true, false]) {
                const { error, lost } = await deleteOne(asked, isRetrieved);
                if (error !== undefined) assert.ok(error instanceof ServiceError, `${asked}: ${error}`);
                assert.deepEqual([asked, ...lost], error === undefined ? [asked, asked] : [asked]);
              }
            }
          });
        }

        for (const [name, readings] of Object.entries(workingReadings)) {
          const isWorking = readings.includes(reading);
          it(`${isWorking ? 'finds' : 'does not find'} a name with a slash behind ${name}`, async () => {
            gateway.configure(new Map<string, PathRules>(Object.entries(gateways)).get(name) ?? {});
            for (const asked of ['a/b', 'é/ü']) {
              const { error, lost } = await deleteOne(asked, false);
              if (isWorking) assert.deepEqual([error, lost], [undefined, [asked]]);
              else assert.deepEqual([error instanceof ServiceError && error.kind, lost], ['notFound', []]);
            }
          });
        }
      });
    }

    it('switches to the other form after the gateway changes', async () => {
      await using stack = new AsyncDisposableStack();
      const service = stack.adopt(await startService(), (one) => one.close());
      const raw = stack.adopt(await startService({ slashesInPath: true }), (one) => one.close());
      for (const { catalog } of [service, raw]) catalog.loras.push({ name: 'a/b', unit_price: 1 });
      const portOf = ({ url }: RunningService) => Number(new URL(url).port);
      const started = await startDecodingGateway({ target: portOf(service) });
      const gateway = stack.adopt(started, (one) => one.close());
      const client = clientFor(gateway.url, transport, { apiKey: async () => 'sample-key' });
      await client.getLora('a/b');
      gateway.configure({ decodes: true, encodedSlashes: 'refuse', target: portOf(raw) });
      assert.equal((await client.getLora('a/b')).name, 'a/b');
      assert.equal((await client.deleteLora('a/b'))?.name, 'a/b');
    });
  });
});
