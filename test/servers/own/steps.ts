import { OpenAiClient, ServiceError, type Transport } from '../../../src/api/index.ts';
import type { ChatEvent, ChatRequest, ModelSource, StreamChat } from '../../../src/api/types.ts';

/** Prints what each step found. One that fails sets the exit code. */
export type Step = [name: string, take: () => Promise<string>];

export async function takeSteps(steps: readonly Step[]): Promise<void> {
  for (const [name, take] of steps) {
    const outcome = await take().catch((error: unknown) => `FAILED: ${describe(error)}`);
    if (outcome.startsWith('FAILED')) process.exitCode = 1;
    console.log(`${name}: ${outcome}`);
  }
}

export function describe(error: unknown): string {
  if (!(error instanceof ServiceError)) return String(error);
  return [error.kind, error.status, error.serverMessage && `"${error.serverMessage}"`]
    .filter(Boolean)
    .join(' ');
}

/** Resolves with the error that a call must end in. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(() => undefined, describe);
  if (error === undefined) throw new Error('It was not refused.');
  return error;
}

/** Resolves with the error that a call ends in, or with what it is if it ends in none. */
export async function refusalOr(accepted: string, call: Promise<unknown>): Promise<string> {
  return call.then(() => accepted, describe);
}

/** A server with a base model and adapters on it. */
export interface OwnServer {
  url: string;
  transport: Transport;
  base: string;
  /** By the names that the steps give them. */
  adapters: readonly string[];
  /** Of an adapter, where the server loads and unloads them while it runs. */
  pathOf?(name: string): string;
  /** Where no model has an adapter's name: returns the request that asks it. Default: the same. */
  ask?(request: ChatRequest): ChatRequest;
  /** A counter in the metrics at `metricsUrl` that grows with each token that the engine computes. */
  counter: string;
  /** Default: the server. */
  metricsUrl?: string;
  key?: string;
  /** How many tokens an answer can have beside a short question. Default: 900. */
  longest?: number;
}

export function clientOf(
  { url, transport }: Pick<OwnServer, 'url' | 'transport'>,
  apiKey?: string,
): OpenAiClient {
  return new OpenAiClient({ baseUrl: url, transport, apiKey: async () => apiKey });
}

/** The server as the steps name its models. */
export function chatWith(server: OwnServer): StreamChat {
  const client = clientOf(server, server.key);
  return (request, options) => client.streamChat(server.ask?.(request) ?? request, options);
}

export const hello = (model: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model,
  messages: [{ role: 'user', content: 'Hello' }],
  maxTokens: 24,
  ...more,
});

export async function chat(
  source: Pick<ModelSource, 'streamChat'>,
  request: ChatRequest,
): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of await source.streamChat(request)) events.push(event);
  return events;
}

export const textOf = (events: readonly ChatEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
