// Runs a prompt set as the extension does and prints how long it took, what passed and the memory:
//   node ownRun.ts SET BASE-URL MODEL CONCURRENCY FOLDER
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createUndiciTransport, ServiceClient } from '../../../src/api/index.ts';
import { firstRequests } from '../../../src/core/exchange/firstRequests.ts';
import { OwnerLocks } from '../../../src/core/files/locks/ownerLocks.ts';
import { PromptRun } from '../../../src/core/promptSets/ask/promptRun.ts';
import { Checker, type Prompt, readPromptSet } from '../../../src/core/promptSets/index.ts';
import { RunStore } from '../../../src/core/promptSets/run/runStore.ts';

const [file = '', baseUrl = '', name = '', concurrency = '', folder = ''] = process.argv.slice(2);
const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: console.error, error: console.error };
const transport = await createUndiciTransport();
const client = new ServiceClient({ baseUrl, transport, apiKey: async () => 'sample-key' });

async function* prompts(): AsyncGenerator<Prompt, void> {
  for await (const item of readPromptSet(createReadStream(file), path.basename(file))) {
    if ('prompt' in item) yield item.prompt;
    else if (!item.problem.isNote) throw new Error(`${item.problem.line}: ${item.problem.text}`);
  }
}

const started = performance.now();
const store = new RunStore(folder, new OwnerLocks(folder, log), log);
const models = [{ connectionId: 'own', name }];
const plan = { set: { name: path.basename(file) }, models, settings: {}, repetitions: 1 };
const run = await store.create(plan, prompts());
await new PromptRun(run, {
  service: {
    ...firstRequests(),
    streamChat: () => (request, options) => client.streamChat(request, options),
    deployment: ignore,
    readKept: async () => undefined,
  },
  concurrency: Number(concurrency),
  signal: new AbortController().signal,
  checker: new Checker(),
  onWait: ignore,
  log,
}).run();
const ms = performance.now() - started;
let passed = 0;
for (let prompt = 0; prompt < run.run.prompts; prompt++)
  if (run.index.facts({ prompt, model: 0, repetition: 0 }).check === 'passed') passed += 1;
await run.release();
// In kilobytes.
const memory = process.resourceUsage().maxRSS;
process.stdout.write(`\n${JSON.stringify({ ms, passed, of: run.run.prompts, memory })}\n`);
process.exit();
