import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind, FaultOf } from './faults/serviceFault.ts';
import { type FaultSubject, isRecord, type ServiceFaultList } from './faults/serviceFaultList.ts';
import type { RecordedRequest } from './recorder.ts';

/** One request and its answer, as the endpoints see them. */
export class Exchange {
  readonly request: RecordedRequest;
  readonly response: ServerResponse;
  /** Aborted when the connection closes, so that work on the answer stops. */
  readonly gone: AbortSignal;
  /** The parsed body; undefined if it is not a JSON object. */
  readonly json: Record<string, unknown> | undefined;
  readonly #faults: ServiceFaultList;
  readonly #subject: FaultSubject;

  constructor(
    request: RecordedRequest,
    response: ServerResponse,
    gone: AbortSignal,
    faults: ServiceFaultList,
  ) {
    const json = parseJson(request.body);
    this.request = request;
    this.response = response;
    this.gone = gone;
    this.json = isRecord(json) ? json : undefined;
    this.#faults = faults;
    this.#subject = { method: request.method, path: request.path, json };
  }

  takeFault<K extends FaultKind>(
    kinds: readonly K[],
    isWanted?: (fault: FaultOf<K>) => boolean,
  ): FaultOf<K> | undefined {
    return this.#faults.take(this.#subject, kinds, isWanted);
  }

  /** Resolves once the fault is removed, or after `ms`, which is for ever if absent. Throws if the client leaves. */
  async delay(fault: FaultOf<'delay' | 'stall'>, ms = 2 ** 31 - 1): Promise<void> {
    const signal = AbortSignal.any([this.gone, this.#faults.removed(fault)]);
    await sleep(ms, undefined, { signal }).catch(() => this.gone.throwIfAborted());
  }

  sendJson(status: number, value: unknown, headers: Record<string, string> = {}): void {
    this.sendText(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers });
  }

  sendText(status: number, text: string, headers: Record<string, string>): void {
    if (status === 204 || status === 304) {
      // These have no body, and a length would leave the client waiting for one.
      this.response.writeHead(status, headers).end();
      return;
    }
    const length = String(Buffer.byteLength(text));
    this.response.writeHead(status, { 'content-length': length, ...headers }).end(text);
  }

  /** The spec shows no error body (section 7); this is OpenAI's. */
  sendError(
    status: number,
    message: string,
    details: ErrorDetails = {},
    headers?: Record<string, string>,
  ): void {
    this.sendJson(status, { error: errorBody(message, details) }, headers);
  }
}

export interface ErrorDetails {
  type?: string;
  code?: string | null;
  param?: string | null;
}

export function errorBody(message: string, details: ErrorDetails = {}): Record<string, unknown> {
  return { message, type: 'invalid_request_error', param: null, code: null, ...details };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
