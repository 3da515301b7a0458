import assert from 'node:assert/strict';
import { useService } from '../../service/client.ts';
import { clientFor, failure, overBothTransports, sendJson, serve } from '../harness.ts';

// `faults` has what each call makes of answers that are broken, empty or of another shape.
describe('The client', () => {
  overBothTransports((transport) => {
    const service = useService();
    const client = () => clientFor(service().url, transport, { apiKey: async () => 'sample-key' });

    it('lists LoRAs and base models with their deployments', async () => {
      const loras = await client().listLoras();
      assert.deepEqual(
        loras.map(({ name }) => name),
        service().catalog.loras.map(({ name }) => name),
      );
      const wire = service().catalog.loras.find((one) => one.active_deployment?.creator?.user);
      const lora = loras.find(({ name }) => name === wire?.name);
      assert.equal(lora?.kind, 'lora');
      assert.equal(lora?.unitPrice, wire?.unit_price);
      assert.equal(lora?.activeDeployment?.createdAt, wire?.active_deployment?.created_at);
      assert.equal(
        lora?.activeDeployment?.creator?.user?.email,
        wire?.active_deployment?.creator?.user?.email,
      );
      assert.ok((await client().listBaseModels()).every(({ kind }) => kind === 'baseModel'));
      const { authorization, 'accept-encoding': encoding } = service().requests[0]?.headers ?? {};
      assert.deepEqual([authorization, encoding], ['Bearer sample-key', 'identity']);
    });

    it('keeps unknown values and leaves out fields that are null, missing or of another type', async () => {
      const wire = [
        { name: 'a', unit_price: null, active_deployment: null, more: 1 },
        {
          name: 'b',
          unit_price: 0,
          active_deployment: {
            created_at: '1700000000',
            model_source: 'SOMEWHERE',
            model_name: 5,
            creator: { actor_type: 'ROBOT', api_key: null, user: { first_name: null, email: 'e' } },
          },
        },
        { name: 'c', unit_price: 'free', active_deployment: 'yes' },
      ];
      service().fail({ on: 'GET /api/v1/lora', kind: 'body', body: `\ufeff${JSON.stringify(wire)}` });
      let raw: unknown;
      const loras = await client().listLoras({ onRaw: (json) => (raw = json) });
      assert.deepEqual(raw, wire);
      assert.deepEqual(loras, [
        { kind: 'lora', name: 'a', unitPrice: undefined, activeDeployment: undefined },
        {
          kind: 'lora',
          name: 'b',
          unitPrice: 0,
          activeDeployment: {
            createdAt: 1_700_000_000,
            modelSource: 'SOMEWHERE',
            creator: { actorType: 'ROBOT', user: { email: 'e' } },
          },
          unreadFacts: { model_name: 5 },
        },
        {
          kind: 'lora',
          name: 'c',
          unitPrice: undefined,
          activeDeployment: undefined,
          unreadFacts: { active_deployment: 'yes' },
        },
      ]);
    });

    it('keeps of a deployment what it doesn’t know, at any depth, and reads hf_revision as a revision', async () => {
      const body = `[{
        "name": "a", "other": 1,
        "active_deployment": {
          "id": "d1", "hf_revision": "4f2c", "created_at": "2026-11-12", "base_model_name": null, "__proto__": { "x": 1 },
          "creator": { "actor_type": "USER", "api_key": { "id": 7, "name": "ci" }, "user": "Ada" }
        }
      }]`;
      service().fail({ on: 'GET /api/v1/lora', kind: 'body', body });
      const [lora] = await client().listLoras();
      assert.equal(lora?.activeDeployment?.hubRevision, '4f2c');
      assert.deepEqual(Object.entries(lora?.unreadFacts ?? {}), [
        ['id', 'd1'],
        ['created_at', '2026-11-12'],
        ['__proto__', { x: 1 }],
        ['creator', { api_key: { id: 7 }, user: 'Ada' }],
      ]);
    });

    it('rejects JSON that is no list', async () => {
      for (const body of ['{"data": []}', 'null', '"x"', '{}']) {
        service().fail({ on: 'GET /api/v1/lora', kind: 'body', body, times: 1 });
        const { kind, status, cause } = await failure(client().listLoras());
        assert.deepEqual([body, kind, status, cause], [body, 'protocol', 200, undefined]);
      }
    });

    it('retrieves a model by its name, and fails with notFound for an unknown one', async () => {
      const [lora] = service().catalog.loras;
      const [base] = service().catalog.baseModels;
      assert.equal((await client().getLora(lora?.name ?? '')).name, lora?.name);
      assert.equal((await client().getBaseModel(base?.name ?? '')).name, base?.name);
      const error = await failure(client().getLora('no such'));
      assert.deepEqual([error.kind, error.endpoint], ['notFound', 'GET /api/v1/lora/{name}']);
    });

    it('deletes a LoRA once and returns it', async () => {
      const name = service().catalog.loras.at(-1)?.name ?? '';
      assert.equal((await client().deleteLora(name))?.name, name);
      assert.equal((await failure(client().deleteLora(name))).kind, 'notFound');
      assert.equal(service().requests.length, 2);
    });

    it('returns no LoRA for a status that only promises to delete it', async () => {
      for (const status of [201, 202, 203, 206]) {
        await using server = await serve((_, response) => sendJson(response, { name: 'tone' }, status));
        assert.equal(await clientFor(server.url, transport).deleteLora('tone'), undefined, String(status));
      }
    });

    it('joins its paths to a base URL with a prefix, a slash or a pasted endpoint', async () => {
      await using server = await serve((_, response) => sendJson(response, []));
      for (const tail of ['/gw/', '/gw/api/v1', '/gw/api/v1/lora/']) {
        await clientFor(server.url + tail, transport).listLoras();
      }
      assert.deepEqual(
        server.requests.map((request) => request.url),
        Array(3).fill('/gw/api/v1/lora'),
      );
    });
  });
});
