import { isLoopback } from '../../api/config/baseUrl.ts';
import { ServiceError } from '../../api/serviceError.ts';
import type { HostAddress, TlsFacts } from '../../api/types.ts';
import type { DiagnosisRun, Step, TakeStep } from './diagnosis.ts';

/** Certificates that expire sooner get a remark, in days. */
const fewDays = 14;

const dayMs = 86_400_000;

/** The steps that send nothing. */
export const networkSteps = {
  async address({ connection, url }, step) {
    step.facts.baseUrl = connection.baseUrl;
    if (connection.kind === 'openai') step.facts.isOpenAi = true;
    if (url.protocol === 'http:' && !isLoopback(url)) step.remark = 'unencrypted';
  },
  async route({ route }, step) {
    step.facts.route = route;
    if (!route.isUnchecked) return;
    if (route.network === 'vscode' || route.decision.isProxied) {
      step.failure = { kind: 'tls', code: 'CERTIFICATES_UNCHECKED' };
    } else step.remark = 'unchecked';
  },
  async proxy(run, step) {
    const { hostname, port } = new URL(`http://${run.route.decision.proxy}`);
    await connectTo(run, step, await run.probes.lookup(hostname), Number(port || 80));
  },
  async lookup(run, step) {
    run.addresses = await run.probes.lookup(run.url.hostname);
    step.facts.addresses = run.addresses;
  },
  async connect(run, step) {
    run.address = await connectTo(run, step, run.addresses, portOf(run.url));
    // A failing address slows down every first request.
    if (run.address !== run.addresses[0]?.address) step.remark = 'slowAddress';
  },
  async tls(run, step) {
    const { url, address, probes } = run;
    if (address === undefined) return;
    const certificate = await probes.handshake({ host: url.hostname, address, port: portOf(url) });
    step.facts.certificate = certificate;
    const left = daysLeft(certificate, Date.now()) ?? fewDays;
    // Of one that has expired, the requests say so.
    if (left >= 0 && left < fewDays) step.remark = 'expiresSoon';
  },
} satisfies Record<string, TakeStep>;

/** Tries each address in turn until one works, and returns it. Throws the error of the last if none does. */
async function connectTo(
  { probes }: DiagnosisRun,
  { facts }: Step,
  addresses: readonly HostAddress[],
  port: number,
): Promise<string | undefined> {
  facts.tries = [];
  let failure: ServiceError | undefined;
  for (const { address, family } of addresses) {
    try {
      await probes.connect({ address, port });
      facts.tries.push({ address, family, port, code: undefined });
      return address;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failure = error;
      facts.tries.push({ address, family, port, code: error.code ?? error.kind });
    }
  }
  throw failure;
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** Returns whole days until a certificate expires; negative once it has. */
export function daysLeft({ validTo }: Pick<TlsFacts, 'validTo'>, now: number): number | undefined {
  return validTo === undefined ? undefined : Math.floor((validTo - now) / dayMs);
}
