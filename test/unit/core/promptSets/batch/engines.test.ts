import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { customIdOf } from '../../../../../src/core/promptSets/batch/customId.ts';
import { batchLine } from '../../../../../src/core/promptSets/index.ts';
import { bytesOf } from '../sets.ts';
import { readOutput } from './outputs.ts';

const readEngine = async (name: string) => {
  const file = path.join(import.meta.dirname, 'engines', name);
  return (await readOutput(bytesOf(await readFile(file)))).answers;
};

describe('What engines wrote when they were tried, cut', () => {
  it('is an answer of an adapter and a failure: vLLM 0.32.0', async () => {
    assert.deepEqual(await readEngine('vllm-0.32.0.jsonl'), [
      {
        customId: 'ace3702a4d06-1-0-0',
        requestId: 'vllm-batch-aa64079e0d2b13d7',
        text: '/ea/ea/ea/ea/ea/ea/ea/ea',
        reasoning: '',
        finishReason: 'length',
        usage: { promptTokens: 20, completionTokens: 16, totalTokens: 36 },
        model: 'support-tone',
      },
      {
        customId: 'ace3702a4d06-3-0-0',
        requestId: 'vllm-batch-a1f145bdad98bf69',
        failure: {
          kind: 'notFound',
          status: 404,
          message: 'The model `unknown-tone` does not exist. Valid aliases: tiny-llama.',
        },
      },
    ]);
  });

  it('is an answer: our script on Ray 2.60.0', async () => {
    const [answer] = await readEngine('ray-2.60.0.jsonl');
    assert.equal(answer?.text, '**Sample answer** from the local reference service – not a real model.');
    assert.equal(answer?.model, 'llama-3-8b');
  });
});

describe('A line that we export', () => {
  const customId = customIdOf('9f86d081884c', { model: 0, prompt: 1, repetition: 0 });
  const settings = { systemPrompt: 'Be kind.', maxTokens: 1024, stop: ['\n'], extra: { top_k: 5 } };
  const line = JSON.parse(
    batchLine({ customId, model: 'acme/tone', messages: [{ role: 'user', content: 'Hello' }], settings }),
  );

  // aibrix/batch/storage/input_validation.py 0.8.0, which `npm run servers -- --batch` runs.
  it('has what AIBrix requires', () => {
    for (const field of ['custom_id', 'method', 'url']) assert.equal(typeof line[field], 'string', field);
    assert.ok(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].includes(line.method));
    assert.ok(line.url.endsWith('/v1/chat/completions'));
    assert.equal(typeof line.body.model, 'string');
    assert.ok(Array.isArray(line.body.messages));
  });

  // vLLM's BatchRequestInput (entrypoints/launchers/run_batch.py 0.32.0) forbids nothing, OpenAI's and Together's validators do.
  it('has nothing else at its top, is not streamed, and has an id of at most 64 ASCII characters', () => {
    assert.deepEqual(Object.keys(line), ['custom_id', 'method', 'url', 'body']);
    assert.equal('stream' in line.body || 'stream_options' in line.body, false);
    assert.match(line.custom_id, /^[ -~]{1,64}$/u);
  });
});
