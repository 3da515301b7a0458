import assert from 'node:assert/strict';
import { NameForms } from '../../../../src/api/call/modelPath.ts';
import { useService } from '../../service/client.ts';
import { clientFor, failure, overBothTransports } from '../harness.ts';

const sampleKey = { apiKey: async () => 'sample-key' };

describe('The path form of a name with slashes', () => {
  overBothTransports((transport) => {
    const service = useService({ slashesInPath: true });
    beforeEach(() => {
      service().catalog.loras.length = 0;
      service().catalog.loras.push({ name: 'org/one', unit_price: 1 });
    });
    const seen = () => service().requests.map(({ method, path }) => `${method} ${path}`);

    it('changes after a 404, is remembered, and is then used to delete', async () => {
      const client = clientFor(service().url, transport, sampleKey);
      assert.equal((await client.getLora('org/one')).name, 'org/one');
      await client.getLora('org/one');
      await client.deleteLora('org/one');
      assert.deepEqual(seen(), [
        'GET /api/v1/lora/org%2Fone',
        'GET /api/v1/lora/org/one',
        'GET /api/v1/lora/org/one',
        'DELETE /api/v1/lora/org/one',
      ]);
    });

    it('is determined before a deletion', async () => {
      assert.equal(
        (await clientFor(service().url, transport, sampleKey).deleteLora('org/one'))?.name,
        'org/one',
      );
      assert.deepEqual(seen(), [
        'GET /api/v1/lora/org%2Fone',
        'GET /api/v1/lora/org/one',
        'DELETE /api/v1/lora/org/one',
      ]);
    });

    it('is determined again if it no longer leads to the entry', async () => {
      const client = clientFor(service().url, transport, sampleKey);
      await client.getLora('org/one');
      service().clearRequests();
      const on = 'GET /api/v1/lora/org/one';
      service().fail({ kind: 'status', status: 404, on, times: 1 });
      const [lora] = service().catalog.loras;
      service().fail({
        kind: 'body',
        body: JSON.stringify(lora),
        on: 'GET /api/v1/lora/org%2Fone',
        times: 2,
      });
      assert.equal((await client.getLora('org/one')).name, 'org/one');
      await client.getLora('org/one');
      assert.deepEqual(seen(), [
        'GET /api/v1/lora/org/one',
        'GET /api/v1/lora/org%2Fone',
        'GET /api/v1/lora/org%2Fone',
      ]);
    });

    it('is forgotten if neither form finds the entry, so nothing is deleted', async () => {
      const client = clientFor(service().url, transport, sampleKey);
      await client.getLora('org/one');
      service().catalog.loras.length = 0;
      assert.equal((await failure(client.getLora('org/one'))).kind, 'notFound');
      assert.equal((await failure(client.deleteLora('org/one'))).kind, 'notFound');
      assert.ok(service().requests.every(({ method }) => method === 'GET'));
    });

    it('is kept if the request fails for another reason', async () => {
      const client = clientFor(service().url, transport, sampleKey);
      await client.getLora('org/one');
      service().fail({ kind: 'status', status: 403, on: 'GET /api/v1/lora/org/one', times: 1 });
      assert.equal((await failure(client.getLora('org/one'))).kind, 'forbidden');
      service().clearRequests();
      await client.deleteLora('org/one');
      assert.deepEqual(seen(), ['DELETE /api/v1/lora/org/one']);
    });
  });
});

describe('The remembered path forms', () => {
  it('are those of the names that were used last', () => {
    const forms = new NameForms();
    const name = (n: number) => `org/${n}`;
    for (let n = 0; n < 1_000; n += 1) forms.remember('lora', name(n), 'slashes');
    forms.remember('lora', name(0), 'slashes');
    forms.remember('lora', name(1_000), 'slashes');
    const isKnown = (n: number) => forms.of('lora', name(n)) !== undefined;
    assert.deepEqual([0, 1, 2, 999, 1_000].map(isKnown), [true, false, true, true, true]);
  });
});
