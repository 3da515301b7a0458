import type { ServiceOptions } from '../../service/service.ts';
import { type RunningService, startService } from '../../service/service.ts';

/** Starts a service for each test of a suite and closes it afterwards. */
export function useService(options: ServiceOptions = {}): () => RunningService {
  let service: RunningService | undefined;
  beforeEach(async () => {
    service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY, ...options });
  });
  afterEach(() => service?.close());
  return () => {
    if (service === undefined) throw new Error('The service is there only while a test runs.');
    return service;
  };
}

/** Sends a request with the sample key. `path` is relative to /api/v1. */
export function send(service: RunningService, method: string, path: string, init: RequestInit = {}) {
  const headers = { authorization: 'Bearer sample-key', 'content-type': 'application/json', ...init.headers };
  return fetch(`${service.url}/api/v1${path}`, { method, redirect: 'manual', ...init, headers });
}

export function chat(
  service: RunningService,
  fields: Record<string, unknown> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const messages = [{ role: 'user', content: 'How do refunds work?' }];
  const body = { model: 'support-tone-v7', messages, stream: true, ...fields };
  return send(service, 'POST', '/chat/completions', { body: JSON.stringify(body), signal });
}

interface Choice {
  delta: { role?: string; content?: string; reasoning_content?: string; reasoning?: string };
  finish_reason: string | null;
}

export interface Chunk {
  id: string;
  choices: Choice[];
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null;
  error?: { message: string };
}

/** What arrived of a stream. `isDone`: [DONE] came. `isBroken`: it didn't end cleanly. */
export interface Received {
  chunks: Chunk[];
  text: string;
  finishReason: string | undefined;
  isDone: boolean;
  isBroken: boolean;
}

export async function receive(response: Response): Promise<Received> {
  let raw = '';
  let isBroken = false;
  try {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) raw += decoder.decode(bytes, { stream: true });
  } catch {
    isBroken = true;
  }
  const data = raw.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []));
  const chunks = data.filter((text) => text !== '[DONE]').map((text): Chunk => JSON.parse(text));
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  return {
    chunks,
    text: choices.map((choice) => choice.delta.content ?? '').join(''),
    finishReason: choices.findLast((choice) => choice.finish_reason)?.finish_reason ?? undefined,
    isDone: data.includes('[DONE]'),
    isBroken,
  };
}
