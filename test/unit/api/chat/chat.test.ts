import assert from 'node:assert/strict';
import { type RunningService, startService } from '../../../service/service.ts';
import { clientFor, collect, helloRequest, overBothTransports, summary } from '../harness.ts';

describe('A chat', () => {
  overBothTransports((transport) => {
    let service: RunningService;
    before(async () => {
      service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY });
    });
    after(() => service.close());
    afterEach(() => service.clearFaults());

    for (const [where, told] of [
      ['reasoning_content', 1],
      ['reasoning', 1],
      ['think', 0],
    ] as const) {
      it(`tells ${told === 1 ? 'once' : 'nothing'} of reasoning that came as ${where}`, async () => {
        const on = 'POST /api/v1/chat/completions';
        service.fail({ on, kind: 'reasoning', text: 'First this, then that.', as: where });
        let count = 0;
        const options = { onReasoningField: () => void count++ };
        const [lora] = service.catalog.loras.filter((one) => one.active_deployment);
        const request = { ...helloRequest, model: lora?.name ?? '' };
        const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
        const events = await collect(client.streamChat(request, options));
        assert.ok(events.some(({ type }) => type === 'reasoning'));
        assert.equal(count, told);
      });
    }

    it('streams text, usage and the finish from the service', async () => {
      const model = service.catalog.loras.find((one) => one.active_deployment)?.name ?? '';
      service.fail({ on: '*', kind: 'answer', text: 'One two three' });
      const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
      const { text, rest } = summary(await collect(client.streamChat({ ...helloRequest, model })));
      assert.equal(text, 'One two three');
      assert.deepEqual(
        rest.map(({ type }) => type),
        ['usage', 'finish'],
      );
      const sent = JSON.parse(service.requests.at(-1)?.body ?? '');
      assert.deepEqual(Object.keys(sent).sort(), ['messages', 'model', 'stream', 'stream_options']);
    });
  });
});
