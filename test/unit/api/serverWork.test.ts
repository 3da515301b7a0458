import assert from 'node:assert/strict';
import { createUndiciTransport, ServiceError, WorkClient } from '../../../src/api/index.ts';
import { workIn } from '../../../src/api/serverWork.ts';
import { canaryKey, serve } from './harness.ts';

// As vLLM 0.32 writes it while a request is answered, without what isn't read.
const vllm = `# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="tiny-llama"} 2.0
vllm:num_requests_running{engine="1",model_name="tiny-llama"} 1.0
# TYPE vllm:num_requests_waiting gauge
vllm:num_requests_waiting{engine="0",model_name="tiny-llama"} 0.0
vllm:num_requests_waiting_by_reason{engine="0",reason="capacity"} 7.0
# TYPE vllm:lora_requests_info gauge
vllm:lora_requests_info{max_lora="2",running_lora_adapters="old",waiting_lora_adapters=""} 1.7959683301e+09
vllm:lora_requests_info{max_lora="2",running_lora_adapters="support-tone,refund-tone",waiting_lora_adapters="legal/summary"} 1.7959683412e+09
vllm:lora_requests_info{max_lora="2",running_lora_adapters="",waiting_lora_adapters=""} 1.7959683201e+09
`;

describe('What a server is doing', () => {
  it('is read from the metrics of vLLM, SGLang, llama.cpp and TGI', () => {
    assert.deepEqual(workIn(vllm), {
      ...{ running: 3, waiting: 0 },
      adapters: ['support-tone', 'refund-tone', 'legal/summary'],
      slots: { of: 2 },
    });
    const sglang = `sglang:num_running_reqs{model_name="m",tp_rank="0"} 4.0
sglang:num_queue_reqs{model_name="m",tp_rank="0"} 1.0
sglang:lora_pool_slots_used{model_name="m"} 3.0
sglang:lora_pool_slots_total{model_name="m"} 8.0`;
    assert.deepEqual(workIn(sglang), { running: 4, waiting: 1, slots: { used: 3, of: 8 } });
    const llamaCpp = 'llamacpp:requests_processing 1\r\nllamacpp:requests_deferred 2\r\n';
    assert.deepEqual(workIn(llamaCpp), { running: 1, waiting: 2 });
    assert.deepEqual(workIn('tgi_queue_size 5\ntgi_batch_current_size 9'), { running: 9, waiting: 5 });
  });

  it('is unknown where nothing of it is there', () => {
    const others = ['', '<html>', 'process_cpu_seconds_total 5', 'vllm:num_requests_running NaN', '{}'];
    for (const text of others) assert.equal(workIn(text), undefined, text);
    assert.deepEqual(workIn('vllm:lora_requests_info{max_lora="x"} 1'), { adapters: [] });
  });

  it('keeps names with quotes, braces and escapes', () => {
    const line = String.raw`vllm:lora_requests_info{running_lora_adapters="a\"} 5,b\\c",max_lora="1"} 2`;
    assert.deepEqual(workIn(line)?.adapters, ['a"} 5', String.raw`b\c`]);
  });

  it('is asked at the root of the server, with the key, which is masked where the server repeats it', async () => {
    await using server = await serve((_, response) =>
      response.end(`vllm:lora_requests_info{running_lora_adapters="${canaryKey}"} 1`),
    );
    const client = await clientFor(`${server.url}/v1`);
    const { adapters } = (await client.work()) ?? {};
    assert.equal(server.requests[0]?.url, '/metrics');
    assert.equal(server.requests[0]?.headers.authorization, `Bearer ${canaryKey}`);
    assert.equal(adapters?.length, 1);
    assert.doesNotMatch(String(adapters), /canary/u);
  });

  it('fails where there are no metrics', async () => {
    await using server = await serve((_, response) => response.writeHead(404).end());
    await assert.rejects((await clientFor(server.url)).work(), ServiceError);
  });
});

async function clientFor(baseUrl: string) {
  return new WorkClient({ baseUrl, transport: await createUndiciTransport(), apiKey: async () => canaryKey });
}
