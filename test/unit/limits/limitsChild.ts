// Runs cases one after the other in its own process, and prints how each ended and how much memory it took.
//   node --expose-gc test/unit/limits/limitsChild.ts <base URL> <undici|host> <part of a case's name>
import { readFileSync, writeFileSync } from 'node:fs';
import {
  createHostTransport,
  createUndiciTransport,
  ServiceClient,
  ServiceError,
} from '../../../src/api/index.ts';
import { type LimitCase, limitCases } from './limitCases.ts';

export interface LimitResult {
  name: string;
  ended: string;
  baselineMb: number;
  peakMb: number;
}

const mib = 1024 * 1024;
const [baseUrl = '', way = 'undici', wanted = ''] = process.argv.slice(2);
const transport = way === 'undici' ? await createUndiciTransport() : createHostTransport();

/** Describes how the call ended: what came, or what it threw. */
async function run({ name, call, timing = {} }: LimitCase): Promise<string> {
  const client = new ServiceClient({
    baseUrl: `${baseUrl}/${encodeURIComponent(name)}`,
    apiKey: async () => 'sk-limits',
    transport,
    timing: { usageAfterFinishMs: 60, ...timing },
  });
  let characters = 0;
  let skipped = 0;
  try {
    if (call === 'list') {
      const { length } = await client.listLoras({ onSkipped: () => (skipped += 1) });
      return `${length} entries, ${skipped} skipped`;
    }
    for await (const event of client.streamChat({ model: 'm', messages: [{ role: 'user', content: 'x' }] })) {
      if (event.type === 'text') characters += event.text.length;
    }
    return `complete, ${characters} characters`;
  } catch (error) {
    if (!(error instanceof ServiceError)) return String(error);
    const { kind, status, code } = error;
    const detail = kind === 'timeout' ? ` ${code}` : status === undefined || status < 400 ? '' : ` ${status}`;
    return `${kind}${detail}${call === 'chat' ? `, ${characters} characters` : ''}`;
  }
}

/** Returns a function that returns the peak of resident memory since then. Linux keeps that figure; elsewhere it is sampled. */
function watchPeak(): () => number {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);
  const isKept = resetHighWater();
  return () => {
    clearInterval(timer);
    return Math.max(peak, process.memoryUsage.rss(), isKept ? readHighWater() : 0);
  };
}

function resetHighWater(): boolean {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return true;
  } catch {
    // Not Linux, or not allowed.
    return false;
  }
}

function readHighWater(): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

globalThis.gc?.();
const baseline = process.memoryUsage.rss();
for (const one of limitCases.filter(({ name }) => name.includes(wanted))) {
  globalThis.gc?.();
  const peak = watchPeak();
  const ended = await run(one);
  const result: LimitResult = {
    name: one.name,
    ended,
    baselineMb: Math.round(baseline / mib),
    peakMb: Math.round(Math.max(0, peak() - baseline) / mib),
  };
  console.log(JSON.stringify(result));
}
process.exit();
