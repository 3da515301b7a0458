import { gzipSync } from 'node:zlib';
import type { BatchAnswer } from '../../../../../src/api/chat/batchWire.ts';
import { readBatchOutput } from '../../../../../src/core/promptSets/index.ts';
import { bytesOf, lines } from '../sets.ts';

/** A completion as engines send it. */
export const completion = (content: string | null, fields: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'llama-3-8b',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
  ...fields,
});

/** A result as OpenAI's batch output has it. */
export const result = (customId: string, text: string, fields: object = {}) => ({
  id: `batch_req_${customId}`,
  custom_id: customId,
  response: { status_code: 200, request_id: 'req-1', body: completion(text, fields) },
  error: null,
});

export const failure = (customId: string, status = 400) => ({
  id: `batch_req_${customId}`,
  custom_id: customId,
  response: { status_code: status, request_id: 'req-1', body: { error: { message: 'Too long.' } } },
  error: null,
});

export const output = (name: string, ...rows: object[]) => ({ name, bytes: () => bytesOf(lines(...rows)) });

export const zipped = (name: string, ...rows: object[]) => ({
  name,
  bytes: () => bytesOf(gzipSync(lines(...rows))),
});

export interface ReadOutput {
  answers: BatchAnswer[];
  said: string[];
}

export async function readOutput(bytes: AsyncIterable<Uint8Array>): Promise<ReadOutput> {
  const answers: BatchAnswer[] = [];
  const said: string[] = [];
  for await (const item of readBatchOutput(bytes))
    if ('problem' in item) said.push(`${item.problem.line} ${item.problem.text}`);
    else answers.push(item);
  return { answers, said };
}
