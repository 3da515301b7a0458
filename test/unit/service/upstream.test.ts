import assert from 'node:assert/strict';
import { type RunningService, startService } from '../../service/service.ts';
import { chat, receive } from './client.ts';

/** The upstream is a second reference service: it is OpenAI-compatible too. */
describe('a chat relayed to an upstream', () => {
  let upstream: RunningService;
  let service: RunningService;

  beforeEach(async () => {
    const speed = { tokensPerSecond: Number.POSITIVE_INFINITY };
    upstream = await startService({ ...speed, keys: ['upstream-key'] });
    const target = { upstream: `${upstream.url}/api/v1/`, upstreamKey: 'upstream-key' };
    service = await startService({ ...speed, ...target });
    upstream.fail({ on: '*', kind: 'answer', text: 'from upstream' });
  });
  afterEach(async () => {
    await service.close();
    await upstream.close();
  });

  it('arrives there unchanged, with the upstream key, and its answer streams back', async () => {
    const { text, isDone } = await receive(await chat(service, { top_k: 4 }));
    assert.deepEqual([text, isDone], ['from upstream', true]);
    const [relayed] = upstream.requests;
    assert.equal(relayed?.body, service.requests[0]?.body);
    assert.equal(relayed?.headers['authorization'], 'Bearer upstream-key');
  });

  it('gets the errors of the upstream, and breaks off when the upstream does', async () => {
    upstream.fail({ on: '*', kind: 'status', status: 429, headers: { 'retry-after': '7' }, times: 1 });
    const refused = await chat(service);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '7']);
    upstream.fail({ on: '*', kind: 'cut', after: 1 });
    const { text, isBroken } = await receive(await chat(service));
    assert.deepEqual([text, isBroken], ['from', true]);
  });

  it('asks for the upstream model when one is set', async () => {
    const url = `${upstream.url}/api/v1`;
    const second = await startService({
      upstream: url,
      upstreamKey: 'upstream-key',
      upstreamModel: 'llama-3-8b',
    });
    await receive(await chat(second));
    await second.close();
    assert.match(upstream.requests[0]?.body ?? '', /"model":"llama-3-8b"/);
  });
});
