// Prints the outcome of a request to each address, over each of several transports, in a process started with other certificates:
//   node trustChild.ts '[{"way": "undici", "urls": […]}, …]'   prints [["good", ["tls", "CERT_HAS_EXPIRED"], …], …]
import {
  createAutoTransport,
  createHostTransport,
  createUndiciTransport,
} from '../../../../src/api/index.ts';
import { leadHere } from '../../../service/network/names.ts';
import { clientFor, failure } from '../harness.ts';

export type ChildWay = 'undici' | 'host' | 'direct' | 'auto';
export interface Asked {
  way: ChildWay;
  urls: readonly string[];
}
export type Seen = 'good' | [kind: string, code: string | undefined];

async function transportFor(way: ChildWay) {
  if (way === 'undici') return createUndiciTransport();
  if (way === 'host') return createHostTransport();
  return createAutoTransport({ network: () => way, isProxied: () => false });
}

/** The outcome for each address, in this process. */
export async function ask({ way, urls }: Asked): Promise<Seen[]> {
  const transport = await transportFor(way);
  const seen: Seen[] = [];
  for (const url of urls) {
    const asked = clientFor(url, transport, { timing: { totalMs: 3000 } }).listLoras();
    const error = await asked.then(
      () => undefined,
      () => failure(asked),
    );
    seen.push(error ? [error.kind, error.code] : 'good');
  }
  return seen;
}

if (import.meta.main) {
  leadHere('.internal');
  const all: Seen[][] = [];
  for (const asked of JSON.parse(process.argv[2] ?? '') as Asked[]) all.push(await ask(asked));
  process.stdout.write(JSON.stringify(all), () => process.exit());
}
