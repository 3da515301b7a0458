import assert from 'node:assert/strict';
import type { WireLora } from '../../service/service.ts';
import { send, useService } from './client.ts';

const encoded = (name: string) => encodeURIComponent(name);

describe('the endpoints of the reference service', () => {
  const service = useService();

  it('list LoRAs and base models as arrays', async () => {
    const loras = await (await send(service(), 'GET', '/lora')).json();
    const baseModels = await (await send(service(), 'GET', '/base-model')).json();
    assert.deepEqual(loras, service().catalog.loras);
    assert.deepEqual(baseModels, service().catalog.baseModels);
  });

  it('answer HEAD as GET, without the body', async () => {
    for (const path of ['/lora', '/lora/untitled', '/base-model']) {
      const whole = await send(service(), 'GET', path);
      const length = String(Buffer.byteLength(await whole.text()));
      const head = await send(service(), 'HEAD', path);
      assert.deepEqual(
        [head.status, head.headers.get('content-length'), await head.text()],
        [200, length, ''],
      );
    }
  });

  it('retrieve each model by its name, encoded as one segment', async () => {
    for (const lora of service().catalog.loras) {
      const answer = await send(service(), 'GET', `/lora/${encoded(lora.name)}`);
      assert.deepEqual([answer.status, await answer.json()], [200, lora]);
    }
    for (const model of service().catalog.baseModels) {
      const answer = await send(service(), 'GET', `/base-model/${encoded(model.name)}`);
      assert.deepEqual(await answer.json(), model);
    }
  });

  it('answer 404 to a name with raw slashes', async () => {
    const answer = await send(service(), 'GET', '/lora/code-review/python');
    assert.equal(answer.status, 404);
  });

  it('delete a LoRA once, and return it', async () => {
    const path = `/lora/${encoded('acme/legal/nda-review')}`;
    const deleted = (await (await send(service(), 'DELETE', path)).json()) as WireLora;
    assert.equal(deleted.name, 'acme/legal/nda-review');
    assert.equal(service().catalog.loras.length, 29);
    assert.equal((await send(service(), 'DELETE', path)).status, 404);
    assert.equal((await send(service(), 'GET', path)).status, 404);
  });

  it('answer 404 to unknown names and paths, and 405 to a wrong method', async () => {
    assert.equal((await send(service(), 'GET', '/lora/nobody')).status, 404);
    assert.equal((await send(service(), 'GET', '/base-model/old-experiment')).status, 404);
    assert.equal((await send(service(), 'GET', '/loras')).status, 404);
    assert.equal((await send(service(), 'GET', '/lora/')).status, 404);
    const answer = await send(service(), 'DELETE', '/base-model/llama-3-8b');
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD']);
  });

  it('answer 400 to a name that is not percent-encoded UTF-8', async () => {
    assert.equal((await send(service(), 'GET', '/lora/100%25')).status, 404);
    assert.equal((await send(service(), 'GET', '/lora/%ff')).status, 400);
  });

  it("require a key, and accept any of the organization's", async () => {
    for (const authorization of ['', 'Bearer', 'Bearer other', 'Basic sample-key']) {
      const answer = await send(service(), 'GET', '/lora', { headers: { authorization } });
      assert.equal(answer.status, 401, authorization);
      assert.match(answer.headers.get('content-type') ?? '', /json/);
    }
    service().keys.add('second');
    const answer = await send(service(), 'GET', '/lora', { headers: { authorization: 'bearer second' } });
    assert.equal(answer.status, 200);
  });

  it('give every answer its own request id', async () => {
    const answers = await Promise.all(['/lora', '/nowhere'].map((path) => send(service(), 'GET', path)));
    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    assert.match(ids.join(), /^req-\d+,req-\d+$/);
    assert.notEqual(ids[0], ids[1]);
  });

  it('answer from the catalog even after a test has changed it', async () => {
    service().catalog.loras.splice(0, Number.POSITIVE_INFINITY, { name: 'new', unit_price: 1 });
    const loras = await (await send(service(), 'GET', '/lora')).json();
    assert.deepEqual(loras, [{ name: 'new', unit_price: 1 }]);
  });
});

describe('a reference service that takes raw slashes', () => {
  const service = useService({ slashesInPath: true, singleBaseModelObject: true });

  it('refuses %2F and finds the raw form', async () => {
    assert.equal((await send(service(), 'GET', '/lora/code-review%2fpython')).status, 404);
    const answer = await send(service(), 'GET', '/lora/code-review/python');
    assert.equal(((await answer.json()) as WireLora).name, 'code-review/python');
    assert.equal((await send(service(), 'DELETE', '/lora/code-review/python')).status, 200);
  });

  it('lists the base models as a single object, as the spec shows it', async () => {
    const answer = await send(service(), 'GET', '/base-model');
    assert.deepEqual(await answer.json(), service().catalog.baseModels[0]);
  });
});

describe('the records of the reference service', () => {
  const service = useService();

  it('contain every request in order, as it was received', async () => {
    await send(service(), 'GET', `/lora/${encoded('translate de→en 100%')}?a=1`);
    await send(service(), 'DELETE', '/lora/nobody', { body: '{"really":true}' });
    const [first, second] = service().requests;
    assert.equal(first?.path, '/api/v1/lora/translate%20de%E2%86%92en%20100%25?a=1');
    assert.equal(first?.headers['authorization'], 'Bearer sample-key');
    assert.deepEqual([second?.method, second?.body], ['DELETE', '{"really":true}']);
    service().clearRequests();
    assert.equal(service().requests.length, 0);
  });

  it('yield the next matching request, not an earlier one', async () => {
    await send(service(), 'GET', '/lora');
    const next = service().nextRequest((request) => request.path.endsWith('/lora'));
    await send(service(), 'GET', '/base-model');
    await send(service(), 'GET', '/lora');
    assert.equal(await next, service().requests[2]);
    assert.equal((await (await next).closed).complete, true);
  });

  it('reject those still waiting when the service closes', async () => {
    const next = service().nextRequest(() => true);
    await service().close();
    await assert.rejects(next, /closed/);
  });
});
