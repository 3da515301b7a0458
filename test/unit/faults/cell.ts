import type { ServiceClient, ServiceClientOptions, Timing, Transport } from '../../../src/api/index.ts';
import type { ChaosServer, Script } from '../../service/faults/chaosServer.ts';
import type { Certificate } from '../../service/network/certificates.ts';

export const calls = ['GET', 'DELETE', 'chat'] as const;
export type CallName = (typeof calls)[number];
export const ways = ['undici', 'host'] as const;
export type WayName = (typeof ways)[number];

/** Why a cell cannot be tried, with this transport or on this machine. */
export interface Unreachable {
  unreachable: string;
}

/** What must come out, in the words of `outcome.ts`; of several, any. */
export type Expected = string | readonly string[] | Unreachable;

/** The same for both transports, or for each its own. */
export type Expectation = Expected | Record<WayName, Expected>;

/** What a cell arranges beyond its server. */
export interface Arrangement {
  url?: string;
  transport?: Transport;
  close?: () => Promise<void> | void;
}

/** Everything that an act of the user's has in its hands. */
export interface World {
  way: WayName;
  call: CallName;
  server: ChaosServer;
  client: ServiceClient;
  controller: AbortController;
  /** A further client of the same service, as another window has one. */
  makeClient(options?: Partial<ServiceClientOptions>): ServiceClient;
  /** What calls threw, for the search for the key. */
  errors: unknown[];
}

/** One fault, and what each call must come to under it. */
export interface Cell {
  fault: string;
  /** Made anew for each run. Without it nobody is asked, and the server only listens. */
  script?: () => Script;
  /** With it the server speaks TLS. */
  certificate?: Certificate;
  timing?: Partial<Timing> | ((way: WayName) => Partial<Timing>);
  arrange?: (
    server: ChaosServer,
    way: WayName,
  ) => Promise<Arrangement | Unreachable> | Arrangement | Unreachable;
  /** What the user does, and what came of it; without it the call is made and awaited. */
  act?: (world: World) => Promise<string>;
  /** Whether a transport goes on connecting after the call has ended, which nothing of ours can stop. */
  leavesConnecting?: (way: WayName) => boolean;
  /** Default: both. */
  ways?: readonly WayName[];
  expect: Partial<Record<CallName, Expectation>>;
}

export function isUnreachable(value: unknown): value is Unreachable {
  return typeof value === 'object' && value !== null && 'unreachable' in value;
}

export function expectedOf(expectation: Expectation, way: WayName): Expected {
  if (typeof expectation === 'object' && 'undici' in expectation) return expectation[way];
  return expectation;
}
