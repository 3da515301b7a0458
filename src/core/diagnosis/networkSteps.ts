import type { HostAddress, Probed, TlsFacts } from '../../api/types.ts';
import type { ConnectTry, RouteFacts } from './diagnosis.ts';
import type { StepLog } from './stepLog.ts';

/** Probes the network without a request. Each rejects only with the reason of the diagnosis's signal. */
export interface NetworkProbes {
  lookup(host: string): Promise<Probed<HostAddress[]>>;
  connect(target: { address: string; port: number }): Promise<Probed<undefined>>;
  handshake(target: { host: string; address: string; port: number }): Promise<Probed<TlsFacts>>;
}

/** Certificates that expire sooner get a warning, in days. */
export const fewDays = 14;

const dayMs = 86_400_000;

/** Whether the service, or the proxy in front of it, seems reachable, as far as probes without a request can tell. */
export async function takeNetworkSteps(
  log: StepLog,
  probes: NetworkProbes,
  url: URL,
  { network, decision }: RouteFacts,
): Promise<boolean> {
  if (network !== 'direct' && decision.isProxied) {
    log.skip(['lookup', 'connect', 'tls'], 'proxied');
    return decision.proxy === undefined || takeProxyStep(log, probes, decision.proxy);
  }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const found = await log.take('lookup', async () => withOutcome(await probes.lookup(url.hostname)));
  if (!found.facts.ok) {
    log.skip(['connect', 'tls'], 'unreachable');
    return false;
  }
  const address = await takeConnectStep(log, probes, found.facts.value, port);
  if (url.protocol !== 'https:') log.skip(['tls'], 'unencrypted');
  else if (address === undefined) log.skip(['tls'], 'unreachable');
  else return takeTlsStep(log, probes, { host: url.hostname, address, port });
  return address !== undefined;
}

async function takeProxyStep(log: StepLog, probes: NetworkProbes, proxy: string): Promise<boolean> {
  const { outcome } = await log.take('proxy', async () => {
    const { hostname, port } = new URL(`http://${proxy}`);
    const found = await probes.lookup(hostname);
    const tries = found.ok ? await tryAddresses(probes, found.value, Number(port || 80)) : [];
    const code = found.ok ? tries.at(-1)?.code : found.code;
    return { outcome: code === undefined ? 'ok' : 'failed', facts: { proxy, code } };
  });
  return outcome === 'ok';
}

/** Returns the first address that works. */
async function takeConnectStep(
  log: StepLog,
  probes: NetworkProbes,
  addresses: readonly HostAddress[],
  port: number,
): Promise<string | undefined> {
  const { facts } = await log.take('connect', async () => {
    const tries = await tryAddresses(probes, addresses, port);
    if (tries.every(({ code }) => code !== undefined)) return { outcome: 'failed', facts: { tries } };
    // A failing address slows down every first request.
    return { outcome: tries.length > 1 ? 'warning' : 'ok', facts: { tries } };
  });
  return facts.tries.find(({ code }) => code === undefined)?.address;
}

/** Tries each address in turn until one works. */
async function tryAddresses(probes: NetworkProbes, addresses: readonly HostAddress[], port: number) {
  const tries: ConnectTry[] = [];
  for (const one of addresses) {
    const connected = await probes.connect({ address: one.address, port });
    tries.push({ ...one, port, code: connected.ok ? undefined : connected.code });
    if (connected.ok) break;
  }
  return tries;
}

async function takeTlsStep(
  log: StepLog,
  probes: NetworkProbes,
  target: { host: string; address: string; port: number },
): Promise<boolean> {
  const { outcome } = await log.take('tls', async () => {
    const facts = await probes.handshake(target);
    if (!facts.ok || facts.value.systemProblem !== undefined) return { outcome: 'failed', facts };
    const left = daysLeft(facts.value, Date.now()) ?? Number.POSITIVE_INFINITY;
    const isFine = facts.value.nodeProblem === undefined && left >= fewDays;
    return { outcome: isFine ? 'ok' : 'warning', facts };
  });
  return outcome !== 'failed';
}

/** Returns whole days until a certificate expires; negative once it has. */
export function daysLeft({ validTo }: Pick<TlsFacts, 'validTo'>, now: number): number | undefined {
  return validTo === undefined ? undefined : Math.floor((validTo - now) / dayMs);
}

function withOutcome<T>(facts: Probed<T>): { outcome: 'ok' | 'failed'; facts: Probed<T> } {
  return { outcome: facts.ok ? 'ok' : 'failed', facts };
}
