import assert from 'node:assert/strict';
import { type DecodingGateway, startDecodingGateway } from '../../service/network/decodingGateway.ts';
import { gateways } from '../../service/network/gatewayPath.ts';
import { type RunningService, startService } from '../../service/service.ts';

describe('The gateway in front of the service', () => {
  let service: RunningService;
  let gateway: DecodingGateway;
  before(async () => {
    service = await startService();
    gateway = await startDecodingGateway({ target: Number(new URL(service.url).port) });
  });
  after(async () => {
    await gateway.close();
    await service.close();
  });
  afterEach(() => {
    service.clearFaults();
    service.clearRequests();
    gateway.seen.length = 0;
    gateway.configure({});
  });
  const ask = (path: string, method = 'GET') =>
    fetch(gateway.url + path, { method, headers: { authorization: 'Bearer sample-key' } });

  it('passes on requests, answers and refusals', async () => {
    const answer = await ask('/api/v1/lora/code-review%2Fpython');
    assert.equal(JSON.parse(await answer.text()).name, 'code-review/python');
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.equal((await ask('/api/v1/nothing')).status, 404);
  });

  it('changes a path as configured, and records both forms', async () => {
    gateway.configure(gateways['nginx, proxy_pass with a URI']);
    await (await ask('/api/v1/lora/x%2F..%2Fold-experiment')).text();
    gateway.configure(gateways['Apache, AllowEncodedSlashes Off']);
    assert.equal((await ask('/api/v1/lora/a%2Fb')).status, 404);
    assert.deepEqual(gateway.seen, [
      { method: 'GET', asked: '/api/v1/lora/x%2F..%2Fold-experiment', passed: '/api/v1/lora/old-experiment' },
      { method: 'GET', asked: '/api/v1/lora/a%2Fb', passed: undefined },
    ]);
    assert.equal(service.requests.length, 1);
  });

  it('answers 502 if the service drops a request, or 404 if it has a default backend', async () => {
    service.fail({ kind: 'reset', on: 'DELETE /api/v1/lora/{name}' });
    assert.equal((await ask('/api/v1/lora/x', 'DELETE')).status, 502);
    gateway.configure({ defaultBackend404: true });
    const answer = await ask('/api/v1/lora/x', 'DELETE');
    assert.deepEqual([answer.status, await answer.text()], [404, 'default backend - 404']);
    assert.equal(service.requests.length, 2);
  });

  it('closes its request to the service when the client leaves', async () => {
    service.fail({ kind: 'hang', on: 'GET /api/v1/lora' });
    const stop = new AbortController();
    const asked = fetch(`${gateway.url}/api/v1/lora`, { signal: stop.signal });
    const { closed } = await service.nextRequest(() => true);
    stop.abort();
    await assert.rejects(asked);
    assert.equal((await closed).complete, false);
  });
});
