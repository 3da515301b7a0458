// Tries the client against other people's software, as far as it is installed, and writes out/servers.md:
//   npm run servers -- [part of a name]
//   npm run servers -- vllm | sglang | llama-cpp | litellm
//   npm run servers -- --vllm              (installs it outside the repository first: 3.5 GB; LiteLLM stands in front of it)
//   npm run servers -- --batch [PROMPTS]   (installs Ray, 700 MB, outside the repository)
//   npm run servers -- --batch-growth [SIZES]
//   npm run servers -- --statistics        (needs packages of Python, which it names)
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createUndiciTransport } from '../../src/api/index.ts';
import { freePort } from '../service/network/listening.ts';
import { startService } from '../service/service.ts';
import { outFolder } from '../workbench/places.ts';
import { apps, setUpApps } from './apps.ts';
import { tryBatch } from './batch.ts';
import { measureGrowth } from './batchGrowth.ts';
import { type Gateway, gateways, proxies } from './gateways.ts';
import { tryOwnServer } from './own/ownServers.ts';
import { findProgram, type Started, versionOf } from './software.ts';
import { compareStatistics } from './statistics.ts';
import { type Outcomes, type StepName, stepNames, takeSteps, usualSpeed } from './steps.ts';

interface Row {
  name: string;
  version: string;
  outcomes: Outcomes | string;
}

const [wanted = '', ...sizes] = process.argv.slice(2);
if (wanted === '--batch') {
  await tryBatch(Number(sizes[0] ?? 10_000));
  process.exit();
}
if (wanted === '--batch-growth') {
  await measureGrowth(sizes.length > 0 ? sizes.map(Number) : [1000, 10_000, 100_000]);
  process.exit();
}
if (wanted === '--statistics') {
  await compareStatistics();
  process.exit();
}
if (await tryOwnServer(wanted)) process.exit();
const rows: Row[] = [];

/** Runs one kind of software and prints its row; a failure is a row, too. */
async function tryOut(name: string, version: string, run: () => Promise<Outcomes | string>): Promise<void> {
  const outcomes = await run().catch(
    (error: unknown) => `failed: ${error instanceof Error ? error.message : error}`,
  );
  rows.push({ name, version, outcomes });
  console.log(`${name} ${version}: ${typeof outcomes === 'string' ? outcomes : summary(outcomes)}`);
}

function summary(outcomes: Outcomes): string {
  return Object.entries(outcomes)
    .map(([step, outcome]) => `${step} ${outcome}`)
    .join(', ');
}

async function tryGateway(
  { name, program: programName, version, steps, start }: Gateway,
  through: (start: Start, steps?: readonly StepName[]) => Promise<Outcomes>,
): Promise<void> {
  const program = findProgram(programName);
  if (program === undefined) return tryOut(name, '', async () => 'not installed');
  await tryOut(name, versionOf(program, version), async () => {
    let running: Started | undefined;
    try {
      return await through(async (target) => {
        const port = await freePort();
        running = await start(program, port, target);
        return port;
      }, steps);
    } finally {
      await running?.close();
    }
  });
}

type Start = (target: number) => Promise<number>;

async function throughGateway(start: Start, steps?: readonly StepName[]): Promise<Outcomes> {
  const service = await startService({ tokensPerSecond: usualSpeed });
  try {
    const port = await start(Number(new URL(service.url).port));
    const url = `http://127.0.0.1:${port}`;
    return await takeSteps({ url, transport: await createUndiciTransport(), service, steps });
  } finally {
    await service.close();
  }
}

async function throughProxy(start: Start): Promise<Outcomes> {
  const port = await start(0);
  const script = path.join(import.meta.dirname, 'throughProxy.ts');
  const env = { ...process.env, HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: '' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--use-env-proxy', script], { env });
  return JSON.parse(stdout) as Outcomes;
}

const isWanted = ({ name }: { name: string }) => name.toLowerCase().includes(wanted.toLowerCase());
for (const gateway of gateways.filter(isWanted)) await tryGateway(gateway, throughGateway);
for (const proxy of proxies.filter(isWanted)) await tryGateway(proxy, throughProxy);
const wantedApps = apps.filter(isWanted);
const missing = wantedApps.some(({ isPackage }) => isPackage) ? await setUpApps() : undefined;
for (const app of wantedApps) {
  await tryOut(app.name, app.version(), async () => {
    const why = (app.isPackage ? missing : undefined) ?? app.missing();
    return why ?? app.run();
  });
}

const cells = ({ name, version, outcomes }: Row) =>
  typeof outcomes === 'string'
    ? [`${name} ${version}`, outcomes, ...stepNames.slice(1).map(() => '')]
    : [`${name} ${version}`, ...stepNames.map((step) => outcomes[step] ?? '–')];
const line = (texts: readonly string[]) =>
  `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |\n`;
const table = [['software', ...stepNames], stepNames.map(() => '---').concat('---'), ...rows.map(cells)].map(
  line,
);
const title = `# The client against software that others wrote\n\nWritten by \`npm run servers\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}. A dash: not tried there.\n\n`;
await mkdir(outFolder, { recursive: true });
const file = path.join(outFolder, 'servers.md');
await writeFile(file, title + table.join(''));
console.log(`Written to ${path.relative(process.cwd(), file)}.`);
