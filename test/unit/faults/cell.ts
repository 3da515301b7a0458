import type { ServiceClient, ServiceClientOptions, Timing, Transport } from '../../../src/api/index.ts';
import type { ChaosServer, Script } from '../../service/faults/chaosServer.ts';
import type { Certificate } from '../../service/network/certificates.ts';

export const calls = ['GET', 'DELETE', 'chat'] as const;
export type CallName = (typeof calls)[number];
export const ways = ['undici', 'host'] as const;
export type WayName = (typeof ways)[number];

/** Why a cell can't be run with this transport or on this machine. */
export interface Unreachable {
  unreachable: string;
}

/** The outcome as `outcome.ts` describes it. If there are several, any will do. */
export type Expected = string | readonly string[];

/** For both transports, or one for each. */
export type Expectation = Expected | Record<WayName, Expected>;

/** What a cell sets up besides its server. */
export interface Arrangement {
  url?: string;
  transport?: Transport;
  close?: () => Promise<void> | void;
}

/** What `act` works with. */
export interface World {
  way: WayName;
  call: CallName;
  server: ChaosServer;
  client: ServiceClient;
  controller: AbortController;
  /** Makes another client of the same service, as another window would. */
  makeClient(options?: Partial<ServiceClientOptions>): ServiceClient;
  /** All errors that calls threw; none of them may contain the key. */
  errors: unknown[];
}

/** One fault, and how each call must end under it. */
export interface Cell {
  fault: string;
  /** Makes a new script for each run. Without one, the server accepts connections and does nothing. */
  script?: () => Script;
  /** If set, the server speaks TLS. */
  certificate?: Certificate;
  timing?: Partial<Timing> | ((way: WayName) => Partial<Timing>);
  arrange?: (
    server: ChaosServer,
    way: WayName,
  ) => Promise<Arrangement | Unreachable> | Arrangement | Unreachable;
  /** What the user does; resolves with the outcome. Default: makes the call and waits for its end. */
  act?: (world: World) => Promise<string>;
  /** True if the transport keeps connecting after the call has ended; we can't stop that. */
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
