import type { HostAddress, Model, OnWait, StreamChat, TlsFacts } from '../../api/types.ts';
import type { KeySource } from '../connections/connection.ts';
import type { ModelClient } from '../modelClient.ts';
import type { RouteFacts, SkipReason, Step, StepName } from './diagnosis.ts';

/** Probes the network without a request. Each rejects with a `ServiceError`, or the reason of the diagnosis's signal. */
export interface NetworkProbes {
  lookup(host: string): Promise<HostAddress[]>;
  connect(target: { address: string; port: number }): Promise<void>;
  handshake(target: { host: string; address: string; port: number }): Promise<TlsFacts>;
}

/** The models of one connection that the user added to VS Code's chat, by their names. */
export interface VscodeChatModels {
  added: readonly string[];
  /** Asks VS Code; `undefined` if it fails, does not answer in time, or the diagnosis is stopped. Never rejects. */
  listed: () => Promise<ReadonlySet<string> | undefined>;
  /** Whether the extension gives the model to VS Code. Call after `listed`, which loads what was kept. */
  isOffered: (name: string) => boolean;
}

export interface ListedModels {
  loras: readonly Model[];
  baseModels: readonly Model[];
}

/** The model for the chat, or why there is no chat; `stopped` ends the diagnosis. */
export type ModelChoice = { model: string } | Extract<SkipReason, 'notWanted' | 'noModel' | 'stopped'>;

export interface DiagnosisOptions {
  connection: { name: string; baseUrl: string };
  /** Where the extension runs, in lines. */
  place: readonly string[];
  route: RouteFacts;
  probes: NetworkProbes;
  key: () => Promise<{ source: KeySource | undefined; headers: number }>;
  client: Omit<ModelClient, 'deleteLora'> & { streamChat: StreamChat };
  /** Asks which model to retrieve and to chat with, once the lists are there. */
  chooseModel: (listed: ListedModels) => Promise<ModelChoice>;
  vscodeChat: VscodeChatModels;
  signal: AbortSignal;
  /** A monotonic clock in milliseconds, for the chat. */
  now?: () => number;
  onWait: OnWait;
  /** Called when a step begins. */
  onStep: (name: StepName) => void;
}

/** One diagnosis, with what its steps learn from each other. */
export interface DiagnosisRun extends DiagnosisOptions {
  url: URL;
  steps: Step[];
  addresses: readonly HostAddress[];
  /** The address that accepted a connection. */
  address: string | undefined;
  listed: ListedModels;
  choice: ModelChoice;
  /** Why further requests are pointless. */
  end: SkipReason | undefined;
}

/** Fills in the step. May throw a `ServiceError`, which is the step's failure, or the reason of the diagnosis's signal. */
export type TakeStep = (run: DiagnosisRun, step: Step) => Promise<void>;
