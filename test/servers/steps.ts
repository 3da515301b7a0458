import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceClient, ServiceError, type Transport } from '../../src/api/index.ts';
import type { RunningService } from '../service/service.ts';

/** The outcome of each step, in the order of the table's columns. */
export const stepNames = [
  'list',
  'retrieve',
  'retrieve a/b',
  'delete',
  'chat',
  'stop',
  'refused fields',
  'after 2 s idle',
] as const;
export type StepName = (typeof stepNames)[number];
export type Outcomes = Partial<Record<StepName, string>>;

export const usualSpeed = 200;
const key = 'sample-key';
const hello = [{ role: 'user', content: 'Hello' }] as const;

export interface Subject {
  /** Where the client sends. */
  url: string;
  transport: Transport;
  /** The reference service behind it; without one, only chats are tried. */
  service?: RunningService;
  model?: string;
  /** Default: all that make sense. */
  steps?: readonly StepName[] | undefined;
}

/** Takes every step through the software. Each resolves with "ok" or what went wrong. */
export async function takeSteps({
  url,
  transport,
  service,
  model = 'support-tone-v7',
  steps = stepNames,
}: Subject): Promise<Outcomes> {
  const make = () => new ServiceClient({ baseUrl: url, apiKey: async () => key, transport });
  const client = make();
  const outcomes: Outcomes = {};
  const step = async (name: StepName, take: () => Promise<string | undefined>) => {
    if (steps.includes(name)) outcomes[name] = await take().then((remark) => remark ?? 'ok', describe);
  };
  if (service) {
    const { catalog } = service;
    await step('list', async () => {
      const loras = await client.listLoras();
      return loras.length === catalog.loras.length ? undefined : `${loras.length} of ${catalog.loras.length}`;
    });
    await step('retrieve', async () => void (await client.getLora('untitled')));
    await step('retrieve a/b', async () => void (await client.getLora('code-review/python')));
    await step('delete', async () => {
      await client.deleteLora('untitled');
      return catalog.loras.some(({ name }) => name === 'untitled') ? 'still there' : undefined;
    });
  }
  await step('chat', async () => {
    const { pieces } = await chat(client, model);
    return pieces > 1 ? undefined : 'ok, in one piece';
  });
  if (!service) {
    await step('refused fields', async () => {
      const omitted = client.refusedFields(model);
      const error = await chat(make(), model, 1.5).then(() => undefined, describe);
      return `without ${omitted.join(', ') || 'nothing'}; temperature 1.5: ${error ?? 'accepted'}`;
    });
    return outcomes;
  }
  await step('stop', () => stop(client, service, model));
  await step('refused fields', async () => {
    service.fail({ on: 'POST /api/v1/chat/completions', kind: 'validate', as: 'fastapi' });
    await chat(make(), model).finally(() => service.clearFaults());
    return undefined;
  });
  return outcomes;
}

async function chat(client: ServiceClient, model: string, temperature?: number) {
  let text = '';
  let pieces = 0;
  const request = { model, messages: [...hello], ...(temperature !== undefined && { temperature }) };
  for await (const event of client.streamChat(request)) {
    if (event.type === 'text') {
      text += event.text;
      pieces += 1;
    } else if (event.type === 'finish' && !event.complete) throw new Error('cut off');
  }
  if (text === '') throw new Error('no text');
  return { text, pieces };
}

/** Stops after the first text; the service must notice that the client left. */
async function stop(
  client: ServiceClient,
  service: RunningService,
  model: string,
): Promise<string | undefined> {
  const abort = new AbortController();
  const asked = service.nextRequest(({ path }) => path.endsWith('/chat/completions'));
  // So slow that it can't end before it is stopped.
  service.tokensPerSecond = 5;
  try {
    for await (const event of client.streamChat({ model, messages: [...hello] }, { signal: abort.signal }))
      if (event.type === 'text') abort.abort(new Error('stopped'));
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  }
  const { complete } = await (await asked).closed;
  service.tokensPerSecond = usualSpeed;
  return complete ? 'the service wrote to the end' : undefined;
}

function describe(error: unknown): string {
  if (!(error instanceof ServiceError)) return String(error);
  const { kind, status, code, serverMessage } = error;
  return [kind, status, code, serverMessage && `"${serverMessage}"`].filter(Boolean).join(' ');
}

const pairs = 200;

/**
 * Sends pairs of chats about two seconds apart, which is when servers such as uvicorn close idle connections. Each pair has its
 * own transport. Returns how many of the second chats arrived.
 */
export async function chatAfterIdling(url: string, makeTransport: () => Promise<Transport>): Promise<string> {
  const one = async (at: number) => {
    const client = new ServiceClient({
      baseUrl: url,
      apiKey: async () => key,
      transport: await makeTransport(),
    });
    await chat(client, 'tuned');
    await sleep(1900 + (200 * at) / pairs);
    await chat(client, 'tuned');
  };
  const results = await Promise.allSettled(Array.from({ length: pairs }, (_, at) => one(at)));
  const good = results.filter(({ status }) => status === 'fulfilled').length;
  return good === pairs ? `ok, ${good} of ${pairs}` : `${good} of ${pairs}`;
}
