import type { ServiceError } from '../../api/serviceError.ts';
import type { AnswerFacts, HostAddress, Model, Probed, TlsFacts } from '../../api/types.ts';
import type { KeySource } from '../connections/connection.ts';
import type { ProxyDecision } from '../connections/proxyDecision.ts';

/** The steps of a diagnosis in order; `proxy` only if one is used. */
export const stepNames = [
  'place',
  'address',
  'route',
  'proxy',
  'lookup',
  'connect',
  'tls',
  'key',
  'listLoras',
  'getLora',
  'listBaseModels',
  'getBaseModel',
  'chat',
  'vscodeChat',
] as const;

export type StepName = (typeof stepNames)[number];
export type ReadName = 'listLoras' | 'getLora' | 'listBaseModels' | 'getBaseModel';

/** Why a step was skipped. */
export type SkipReason =
  /** A step for direct connections, but a proxy is used. */
  | 'proxied'
  | 'unencrypted'
  | 'unreachable'
  | 'noKey'
  | 'refusedKey'
  /** No model of this kind to retrieve, or none to chat with. */
  | 'noModel'
  /** The user wanted none. */
  | 'notWanted'
  /** No model of the connection was added to VS Code's chat. */
  | 'noneAdded'
  | 'stopped';

/** Where the extension runs. */
export interface PlaceFacts {
  extensionVersion: string;
  vscodeVersion: string;
  /** E.g. "Visual Studio Code" or "code-server". */
  application: string;
  /** Where the extension host runs. */
  runs: 'local' | 'remote' | 'server';
  /** The kind of remote, e.g. `ssh-remote`. */
  remoteName: string | undefined;
  /** Operating system, release and architecture. */
  system: string;
  node: string;
}

export interface AddressFacts {
  baseUrl: string;
  /** `http:` to another machine. */
  isUnencrypted: boolean;
}

export interface RouteFacts {
  network: 'auto' | 'direct' | 'vscode';
  decision: ProxyDecision;
  /** VS Code's network may be needed, but nothing is sent through it, as it would accept any certificate. */
  isUnchecked: boolean;
}

/** One address that was tried, with its error code. */
export type ConnectTry = HostAddress & { port: number; code: string | undefined };

export interface ReadFacts {
  answer: AnswerFacts | undefined;
  /** Entries of a list; `skipped`: those left out. */
  count: number | undefined;
  skipped: number;
  /** Approximate size of the answer as JSON. */
  bytes: number | undefined;
  retries: number;
  error: FailureFacts | undefined;
}

/** What a report needs of a `ServiceError`. */
export type FailureFacts = Pick<
  ServiceError,
  'kind' | 'status' | 'code' | 'serverMessage' | 'requestId' | 'retryAfterMs'
>;

export interface ChatFacts {
  model: string;
  answer: AnswerFacts | undefined;
  /** `atOnce`: a stream, but in one piece or all within a moment. `json`: one JSON answer. */
  form: 'stream' | 'atOnce' | 'json' | undefined;
  /** Milliseconds to the first text or reasoning. */
  firstMs: number | undefined;
  pieces: number;
  hasReasoning: boolean;
  usage: { promptTokens: number; completionTokens: number } | undefined;
  finishReason: string | undefined;
  isComplete: boolean;
  /** Wire names. */
  refusedFields: string[];
  retries: number;
  error: FailureFacts | undefined;
}

/** `notRefreshed`: the service lists it, but the extension has not asked since. `leftOut`: the extension gives it to VS Code. */
export type WhyMissing = 'notInService' | 'notRefreshed' | 'leftOut' | 'unknown';

/** How many missing models a report names: a setting may have many. */
export const mostMissingNamed = 10;

export interface VscodeChatFacts {
  /** How many models of the connection were added. */
  added: number;
  /** Those of them that VS Code does not list. */
  missing: readonly { name: string; because: WhyMissing }[];
  /** VS Code did not answer in time. */
  isLate: boolean;
}

/** What each step finds. */
export interface StepFacts extends Record<ReadName, ReadFacts> {
  place: PlaceFacts;
  address: AddressFacts;
  route: RouteFacts;
  proxy: { proxy: string; code: string | undefined };
  lookup: Probed<HostAddress[]>;
  connect: { tries: ConnectTry[] };
  tls: Probed<TlsFacts>;
  key: { source: KeySource | undefined; headers: number };
  chat: ChatFacts;
  vscodeChat: VscodeChatFacts;
}

export type Outcome = 'ok' | 'warning' | 'failed';
/** A step's result: its facts and how to judge them. */
export interface Finding<N extends StepName> {
  outcome: Outcome;
  facts: StepFacts[N];
}
type DoneSteps = { [N in StepName]: Finding<N> & { name: N; ms: number } };
export type DoneStep<N extends StepName = StepName> = DoneSteps[N];
export type SkippedStep = { name: StepName; outcome: 'skipped'; because: SkipReason };
export type Step = DoneStep | SkippedStep;

export interface Diagnosis {
  connection: { name: string; baseUrl: string };
  /** Unix milliseconds. */
  startedAt: number;
  steps: readonly Step[];
  /** Names of listed models that no step names: steps may contain them, but the report must not. */
  hiddenNames: readonly string[];
}

/** The user's choice for the chat; `undefined`: they cancelled, which stops the diagnosis. */
export type ModelChoice = { model: string } | 'none' | undefined;

export interface ListedModels {
  loras: readonly Model[];
  baseModels: readonly Model[];
}
