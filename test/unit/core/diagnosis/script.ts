import { ServiceError, type ServiceErrorKind } from '../../../../src/api/serviceError.ts';
import type { BaseModel, CallOptions, ChatEvent, Lora, TlsFacts } from '../../../../src/api/types.ts';
import type { DiagnosisOptions } from '../../../../src/core/diagnosis/diagnosis.ts';
import {
  type Diagnosis,
  type Step,
  type StepName,
  stepOutcome,
} from '../../../../src/core/diagnosis/diagnosis.ts';
import { runDiagnosis } from '../../../../src/core/diagnosis/runDiagnosis.ts';

export const day = 86_400_000;

export const certificate: TlsFacts = {
  protocol: 'TLSv1.3',
  subject: 'models.acme.example',
  issuer: 'Acme Authority',
  validFrom: Date.now() - day,
  validTo: Date.now() + 90 * day,
};

export function lora(name: string, isDeployed = true): Lora {
  return {
    kind: 'lora',
    name,
    unitPrice: 1,
    activeDeployment: isDeployed ? { baseModelName: 'llama' } : undefined,
  };
}

const base: BaseModel = { kind: 'baseModel', name: 'llama', unitPrice: 1, activeDeployment: {} };

export function refusal(kind: ServiceErrorKind, status?: number, code?: string): ServiceError {
  return new ServiceError(kind, 'refused', { endpoint: 'GET /api/v1/lora', status, code });
}

/** What the service and the network of a test do; each part may be replaced by a failing one. */
export interface Script {
  parts?: Partial<DiagnosisOptions>;
  probes?: Partial<DiagnosisOptions['probes']>;
  client?: Partial<DiagnosisOptions['client']>;
  /** Added to VS Code's chat; default: none. */
  added?: readonly string[];
  /** Listed by VS Code; default: all that were added. */
  inVscode?: readonly string[] | 'late';
  /** Given to VS Code by the extension; default: all that were added. */
  offered?: readonly string[];
  /** What else VS Code says of its chat; default: nothing. */
  chat?: Partial<Awaited<ReturnType<DiagnosisOptions['vscodeChat']['ask']>>>;
}

export interface Run {
  diagnosis: Diagnosis;
  /** What was really requested from network and service, in order. */
  asked: string[];
  /** The announced steps. */
  announced: StepName[];
}

/** A diagnosis of a service without faults, except for what the script says. */
export async function diagnose({
  parts = {},
  probes = {},
  client = {},
  added = [],
  inVscode = added,
  offered = added,
  chat = {},
}: Script = {}): Promise<Run> {
  const asked: string[] = [];
  const announced: StepName[] = [];
  const noting = <A extends unknown[], R>(name: string, action: (...args: A) => R) => {
    return (...args: A): R => {
      asked.push(name);
      return action(...args);
    };
  };
  const all: DiagnosisOptions = {
    connection: { name: 'Acme', baseUrl: 'https://models.acme.example' },
    place: ['Hosted Models 1.0.0'],
    route: { network: 'auto', decision: { isProxied: false, reason: 'none' }, isUnchecked: false },
    key: async () => ({ source: 'store', headers: 0 }),
    chooseModel: noting('chooseModel', async () => ({ model: 'tone' })),
    vscodeChat: {
      added,
      ask: noting('listed', async () => ({
        listed: inVscode === 'late' ? undefined : new Set(inVscode),
        offered: new Set(offered),
        hiding: [],
        limits: [],
        isSignedIn: undefined,
        ...chat,
      })),
    },
    signal: new AbortController().signal,
    onWait: () => undefined,
    now: () => time,
    onStep: (name) => announced.push(name),
    ...parts,
    probes: {
      lookup: noting('lookup', probes.lookup ?? found([{ address: '10.0.0.1', family: 4 }])),
      connect: noting('connect', probes.connect ?? found(undefined)),
      handshake: noting('handshake', probes.handshake ?? found(certificate)),
    },
    client: {
      listLoras: noting('listLoras', client.listLoras ?? answering([lora('old', false), lora('tone')])),
      getLora: noting('getLora', client.getLora ?? (async (name, options) => answering(lora(name))(options))),
      listBaseModels: noting('listBaseModels', client.listBaseModels ?? answering([base])),
      getBaseModel: noting(
        'getBaseModel',
        client.getBaseModel ?? (async (_, options) => answering(base)(options)),
      ),
      streamChat: noting('streamChat', client.streamChat ?? streaming()),
    },
  };
  return { diagnosis: await runDiagnosis(all), asked, announced };
}

/** A probe that finds this value. */
export function found<T>(value: T): () => Promise<T> {
  return async () => value;
}

export function lost(code: string): () => Promise<never> {
  return failing(refusal('network', undefined, code));
}

const answerFacts = { status: 200, headersMs: 3, requestId: 'req-1', way: 'undici' } as const;

export function answering<T>(value: T): (options?: CallOptions) => Promise<T> {
  return async (options) => {
    options?.onAnswer?.({ ...answerFacts, contentType: 'application/json' });
    options?.onRaw?.(value);
    return value;
  };
}

export function failing(error: Error): () => Promise<never> {
  return () => Promise.reject(error);
}

export const finish: ChatEvent = { type: 'finish', reason: 'stop', complete: true };
export const usage: ChatEvent = { type: 'usage', promptTokens: 9, completionTokens: 12, totalTokens: 21 };

/** The answer of a chat whose script has no events. */
const counting = ['1, ', '2, ', '3'].map((text): ChatEvent => ({ type: 'text', text }));

/** The clock of the chats; it advances by `gapMs` before each event of a stream. */
let time = 0;

export function pass(ms: number): void {
  time += ms;
}

export interface StreamScript {
  events?: readonly ChatEvent[];
  contentType?: string;
  gapMs?: number;
  /** All events come in one read, and are handled one after the other. */
  isOneRead?: boolean;
}

export function streaming(script: StreamScript = {}): DiagnosisOptions['client']['streamChat'] {
  const {
    events = [...counting, usage, finish],
    contentType = 'text/event-stream',
    gapMs = 50,
    isOneRead = false,
  } = script;
  return async function* (_, options) {
    options?.onAnswer?.({ ...answerFacts, contentType });
    for (const [at, event] of events.entries()) {
      time += gapMs;
      if (at === 0 || !isOneRead) options?.onRead?.();
      yield event;
    }
  };
}

/** "ok: key, listLoras; noModel: chat": the steps in order, with their outcome or why they were skipped. */
export function outline(steps: readonly Step[]): string {
  const parts: [how: string, names: StepName[]][] = [];
  for (const step of steps) {
    const how = step.skipped ?? stepOutcome(step);
    const last = parts.at(-1);
    if (last?.[0] === how) last[1].push(step.name);
    else parts.push([how, [step.name]]);
  }
  return parts.map(([how, names]) => `${how}: ${names.join(', ')}`).join('; ');
}

/** Returns the step with its outcome; throws if it was not done. */
export function done({ steps }: Diagnosis, name: StepName) {
  const step = steps.find((one) => one.name === name && !one.skipped);
  if (!step) throw new Error(`The step ${name} was not done.`);
  return { ...step, outcome: stepOutcome(step) };
}
