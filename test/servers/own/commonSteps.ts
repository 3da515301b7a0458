import { setTimeout as sleep } from 'node:timers/promises';
import { AdapterServer, probeAddress, ServiceError, WorkClient } from '../../../src/api/index.ts';
import { askForTest, compareAnswers } from '../../../src/core/testRequests/testRequest.ts';
import {
  chat,
  chatWith,
  clientOf,
  describe,
  hello,
  type OwnServer,
  refusalOr,
  type Step,
  takeSteps,
  textOf,
} from './steps.ts';
import { repeatWeightsTests } from './weights.ts';

const count = 20;
const weightsTests = 20;
const longestOf = ({ longest = 900 }: OwnServer) => longest;

/** Takes a server through what all can do. */
export async function takeCommonSteps(server: OwnServer): Promise<void> {
  const { base, adapters } = server;
  const [adapter = ''] = adapters;
  const client = clientOf(server, server.key);
  const source = { streamChat: chatWith(server) };
  const steps: Step[] = [
    ['address', () => address(server)],
    ['list', async () => JSON.stringify([await client.listLoras(), await client.listBaseModels()])],
    ['chat', async () => JSON.stringify((await chat(source, hello(adapter, { temperature: 0 }))).slice(-2))],
    ['stop', () => stop(server)],
    ['work', () => work(server)],
    [`${count} at once`, () => atOnce(server)],
    ['unknown model', () => refusalOr('it is answered', chat(client, hello('nope')))],
    ['told apart', () => tellApart(server)],
    ['load and unload', () => loadAndUnload(server)],
    [`${weightsTests} tests of weights`, () => repeatWeightsTests(source, adapter, base, weightsTests)],
  ];
  await takeSteps(steps);
}

/** Takes a server that wants a key through what it does without one, with a wrong one and with the right one. */
export async function takeKeySteps(server: OwnServer): Promise<void> {
  const ask = async (key?: string) => {
    const client = clientOf(server, key);
    const models = async () => `${(await client.listBaseModels()).length} base models`;
    const list = await models().catch(describe);
    return `list: ${list}; chat: ${await refusalOr('answered', chat(client, hello(server.base)))}`;
  };
  await takeSteps([
    ['address, with a key set', () => address(server)],
    ['no key', () => ask()],
    ['wrong key', () => ask('wrong-key')],
    ['right key', () => ask(server.key)],
  ]);
}

async function address({ url, transport }: OwnServer): Promise<string> {
  const { signal } = new AbortController();
  const found = await probeAddress(url, { transport, signal });
  if (found instanceof ServiceError) throw found;
  return found ? JSON.stringify(found) : 'taken for a hosting service';
}

/** Begins a long answer, does something once there is text, and stops it. Resolves with how long the stop took, in ms. */
async function interrupt(
  server: OwnServer,
  model: string,
  act: () => Promise<void> = async () => undefined,
): Promise<number> {
  const abort = new AbortController();
  // vLLM, SGLang and llama.cpp know the field.
  const request = hello(model, { maxTokens: longestOf(server), extra: { ignore_eos: true } });
  let stoppedAt: number | undefined;
  try {
    for await (const event of await chatWith(server)(request, { signal: abort.signal })) {
      if (event.type !== 'text' || stoppedAt !== undefined) continue;
      await act();
      stoppedAt = performance.now();
      abort.abort(new Error('stopped'));
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  }
  if (stoppedAt === undefined) throw new Error('It answered without text.');
  return performance.now() - stoppedAt;
}

/** After a stop, the engine must compute no more. */
async function stop(server: OwnServer): Promise<string> {
  const before = await counted(server);
  const ms = await interrupt(server, server.base);
  // It may end the step that it is in, and counts a request when that has left.
  await sleep(1000);
  const soon = await counted(server);
  await sleep(1000);
  if ((await counted(server)) !== soon) throw new Error('It goes on.');
  if (soon - before >= longestOf(server)) throw new Error('It went on to the end.');
  return `ok, ended here after ${ms.toFixed(0)} ms, there after ${soon - before} tokens`;
}

async function counted({ url, metricsUrl = url, counter, key }: OwnServer): Promise<number> {
  const answer = await fetch(`${metricsUrl}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const [, value] = new RegExp(`^${counter}\\S* (\\S+)$`, 'mu').exec(await answer.text()) ?? [];
  return Number(value);
}

/** Asks what the server is doing while an adapter answers, until it says so, and when it has nothing to do. */
async function work(server: OwnServer): Promise<string> {
  const { url: baseUrl, transport, key } = server;
  const client = new WorkClient({ baseUrl, transport, apiKey: async () => key });
  const ask = () => client.work().catch(describe);
  let during = await ask();
  for (let tries = 3; tries > 0 && typeof during === 'object' && !during.running; tries -= 1) {
    await interrupt(server, server.adapters[0] ?? server.base, async () => {
      const until = performance.now() + 2000;
      // SGLang counts anew with each 40th token alone. On a busy machine, an answer may come when it is over there.
      do {
        during = await ask();
        await sleep(50);
      } while (typeof during === 'object' && !during.running && performance.now() < until);
    });
  }
  await sleep(1000);
  return `during a chat ${JSON.stringify(during)}, after it ${JSON.stringify(await ask())}`;
}

async function atOnce(server: OwnServer): Promise<string> {
  const names = [server.base, server.adapters[0] ?? ''];
  const nameAt = (at: number) => names[at % names.length] ?? '';
  const ask = (name: string) =>
    chat({ streamChat: chatWith(server) }, hello(name, { maxTokens: 64, temperature: 0 }));
  const alone = new Map<string, string>();
  for (const name of names) alone.set(name, textOf(await ask(name)));
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => ask(nameAt(at))));
  const whole = answers.filter((events) => events.at(-1)?.type === 'finish' && textOf(events) !== '');
  if (whole.length < count) throw new Error(`${whole.length} of ${count}`);
  const as = (shift: number) =>
    answers.filter((events, at) => textOf(events) === alone.get(nameAt(at + shift))).length;
  return `ok, ${count} of ${count}: ${as(0)} as when asked alone, ${as(1)} as the other model then`;
}

/** The test request of the product tells each model from the others, and none from itself. */
async function tellApart(server: OwnServer): Promise<string> {
  const options = { signal: new AbortController().signal, isFirstRequest: false, onWait: () => undefined };
  const ask = (name: string) => askForTest(chatWith(server), name, options);
  const names = [server.base, ...server.adapters];
  const answers = [];
  for (const name of names) answers.push(await ask(name), await ask(name));
  let pairs = 0;
  for (const [at, one] of answers.entries()) {
    for (const other of answers.slice(at + 1)) {
      const found = compareAnswers(one, other);
      const due = one.name === other.name ? 'same' : 'different';
      if (found !== due)
        throw new Error(`${one.name} and ${other.name}: ${found ?? 'no answer'}, not ${due}`);
      pairs += 1;
    }
  }
  return `ok, ${names.length} models, ${pairs} pairs of answers`;
}

/** Unloads the last adapter, loads and reloads it, after which it must answer as before, and asks it when it is unloaded. */
async function loadAndUnload(server: OwnServer): Promise<string> {
  const { url: baseUrl, transport, key, pathOf } = server;
  const routesOf = new AdapterServer({ baseUrl, transport, apiKey: async () => key });
  const routes = await routesOf.routes();
  if (!routes || !pathOf) return `the routes are ${routes ? 'there' : 'not there'}`;
  const name = server.adapters.at(-1) ?? '';
  const source = clientOf(server, key);
  const ask = async () => textOf(await chat(source, hello(name, { temperature: 0 })));
  const isListed = async () => (await source.listLoras()).some((lora) => lora.name === name);
  const before = await ask();
  await routesOf.unload(routes, name);
  if (await isListed()) throw new Error('It is still listed.');
  for (const act of ['load', 'reload'] as const) {
    await routesOf[act](routes, name, pathOf(name));
    if (!(await isListed())) throw new Error(`It is not listed after the ${act}.`);
    if ((await ask()) !== before) throw new Error(`It answers otherwise after the ${act}.`);
  }
  await routesOf.unload(routes, name);
  const unloaded = await refusalOr('is loaded again, and answers', ask());
  if (!(await isListed())) await routesOf.load(routes, name, pathOf(name));
  return `ok, as ${routes} has it; asked when unloaded: ${unloaded}`;
}
