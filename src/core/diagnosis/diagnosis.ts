import type { AnswerFacts, HostAddress, Model, ModelSource, OnWait, TlsFacts } from '../../api/types.ts';
import type { Connection, KeySource } from '../connections/connection.ts';
import type { ProxyDecision } from '../connections/proxyDecision.ts';
import type { ExchangeResult } from '../exchange/exchange.ts';
import type { KeptError } from '../keptError.ts';
import type { HidingPlace } from '../languageModels/chatPlaces.ts';

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
  'listBaseModels',
  'getLora',
  'getBaseModel',
  'chat',
  'vscodeChat',
] as const;

export type StepName = (typeof stepNames)[number];

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

/**
 * Why VS Code's chat lacks a model. `notRefreshed`: the service lists it, but the extension has not asked since. `leftOut`: the
 * extension gives it to VS Code.
 */
export type WhyMissing = 'notInService' | 'notRefreshed' | 'leftOut' | 'unknown';

/** What a step that works has worth mentioning. */
export type Remark =
  | 'unencrypted'
  /** VS Code's network may be needed, but would accept any certificate. */
  | 'unchecked'
  /** The network seems at fault, but the service answered: by another route. */
  | 'notDirect'
  | 'slowAddress'
  | 'expiresSoon'
  | 'skippedEntries'
  | 'retried'
  | 'emptyAnswer'
  | 'notStreamed'
  /** A stream, but in one piece or all within a moment. */
  | 'atOnce'
  | 'refusedFields'
  /** VS Code did not say in time what its chat lists. */
  | 'late'
  /** VS Code's chat lacks models that were added to it. */
  | 'missing'
  /** VS Code lists them, but a setting hides them where it chats. */
  | 'hidden'
  /** The service allows less than VS Code is told, or another size than the assumed one. */
  | 'contextSize';

export interface RouteFacts {
  network: 'auto' | 'direct' | 'vscode';
  decision: ProxyDecision;
  /** VS Code's network may be needed, but nothing is sent through it, as it would accept any certificate. */
  isUnchecked: boolean;
}

/** How many missing models a report names: a setting may have many. */
export const maxMissingNamed = 10;

/** What steps can find. */
export interface AllFacts {
  /** Where the extension runs, in lines. */
  place: readonly string[];
  baseUrl: string;
  isOpenAi: true;
  route: RouteFacts;
  addresses: readonly HostAddress[];
  /** Each address that was tried, with its error code. */
  tries: (HostAddress & { port: number; code: string | undefined })[];
  certificate: TlsFacts;
  key: { source: KeySource | undefined; headers: number };
  model: string;
  answer: AnswerFacts;
  /** The answer's approximate size as JSON, and the entries of a list. */
  content: { bytes: number; entries?: number };
  /** Entries of a list that could not be read. */
  skippedEntries: number;
  /** `pieces`: how many a stream came in; none for one JSON answer. */
  chat: ExchangeResult & { pieces: number | undefined };
  /** Wire names of the fields that the service refused. */
  omitted: readonly string[];
  retries: number;
  vscodeChat: ChatFacts;
}

/** What VS Code's chat makes of a connection's models. */
interface ChatFacts {
  /** How many were added to it. */
  added: number;
  /** Those that it does not list; `undefined`: it did not say. */
  missing: readonly { name: string; because: WhyMissing }[] | undefined;
  hiding: readonly HidingPlace[];
  limits: readonly NamedLimit[];
  /** Whether the user is signed in to GitHub; `undefined`: VS Code did not say. */
  isSignedIn: boolean | undefined;
}

/** A size that the service named for the context of a model, and the one that VS Code is told, in tokens. */
export interface NamedLimit extends Pick<Model, 'name' | 'kind'> {
  context: number;
  limit: number;
}

export interface Step {
  name: StepName;
  ms: number;
  /** What it found. */
  facts: Partial<AllFacts>;
  skipped?: SkipReason | undefined;
  /** Of a request, or of a probe in the same words; `cut` if an answer has no end. Excused by a remark. */
  failure?: KeptError;
  remark?: Remark | undefined;
}

export interface Diagnosis {
  connection: Pick<Connection, 'name' | 'baseUrl' | 'kind'>;
  /** Unix milliseconds. */
  startedAt: number;
  steps: readonly Step[];
  /** Names of listed models that no step names: steps may contain them, but the report must not. */
  hiddenNames: readonly string[];
}

export function stepOutcome({ skipped, failure, remark }: Step): 'ok' | 'warning' | 'failed' | 'skipped' {
  if (skipped) return 'skipped';
  if (remark) return 'warning';
  return failure ? 'failed' : 'ok';
}

/** Returns the first step that failed; if none did, and the diagnosis was not stopped, the first with a remark. */
export function firstProblem(steps: readonly Step[]): Step | undefined {
  const fault = steps.find((step) => stepOutcome(step) === 'failed');
  if (fault || steps.some(({ skipped }) => skipped === 'stopped')) return fault;
  return steps.find((step) => stepOutcome(step) === 'warning');
}

/** Probes the network without a request. Each rejects with a `ServiceError`, or the reason of the diagnosis's signal. */
export interface NetworkProbes {
  lookup(host: string): Promise<HostAddress[]>;
  connect(target: { address: string; port: number }): Promise<void>;
  handshake(target: { host: string; address: string; port: number }): Promise<TlsFacts>;
}

/** The models of one connection that the user added to VS Code's chat, by their names. */
export interface VscodeChatModels {
  added: readonly string[];
  /** Asks VS Code. Never rejects. */
  ask(): Promise<VscodeChatAnswer>;
}

interface VscodeChatAnswer extends Omit<ChatFacts, 'added' | 'missing'> {
  /** Those that VS Code lists; `undefined` if it fails, does not answer in time, or the diagnosis is stopped. */
  listed: ReadonlySet<string> | undefined;
  /** Those that the extension gives to VS Code. */
  offered: ReadonlySet<string>;
}

export interface ListedModels {
  loras: readonly Model[];
  baseModels: readonly Model[];
}

/** The model for the chat, or why there is no chat; `stopped` ends the diagnosis. */
export type ModelChoice = { model: string } | Extract<SkipReason, 'notWanted' | 'noModel' | 'stopped'>;

export interface DiagnosisOptions {
  connection: Diagnosis['connection'];
  /** Where the extension runs, in lines. */
  place: readonly string[];
  route: RouteFacts;
  probes: NetworkProbes;
  key: () => Promise<AllFacts['key']>;
  client: Omit<ModelSource, 'deleteLora' | 'refusedFields' | 'forgetRefusedFields'>;
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
