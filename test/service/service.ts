import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dispatch, type ServiceState } from './dispatch.ts';
import { Exchange } from './exchange.ts';
import { ServiceFaultList } from './faults/serviceFaultList.ts';
import { listenHere } from './network/listening.ts';
import { RequestRecorder } from './recorder.ts';
import { createSampleCatalog } from './samples.ts';
import { scoredAnswers } from './scoredAnswers.ts';
import { describeRequest, maxBodyBytes, readBody } from './server.ts';
import type { RunningService, ServiceOptions } from './serviceTypes.ts';
import type { Catalog } from './wire.ts';

export type { Fault } from './faults/serviceFault.ts';
export type { RecordedRequest } from './recorder.ts';
export type { RunningService, ServiceOptions } from './serviceTypes.ts';
export type { Catalog, WireBaseModel, WireCreator, WireLora } from './wire.ts';

/** Starts the local reference service: interface-spec.md over node:http, on 127.0.0.1 only. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { port = 0, openAi = false, seed = 1, upstream, log = () => undefined } = options;
  const { keys = openAi ? [] : ['sample-key'] } = options;
  const recorder = new RequestRecorder();
  const faults = new ServiceFaultList();
  const state = {
    catalog: createCatalog(options, seed),
    keys: new Set(keys),
    seed,
    rate: checkRate(options.tokensPerSecond ?? 60),
    tokensPerSecond: () => state.rate,
    loraSpeed: options.loraSpeed ?? 1,
    upstream: upstream
      ? { url: upstream, key: options.upstreamKey, model: options.upstreamModel }
      : undefined,
    scored: scoredAnswers(seed, options.better),
    slashesInPath: options.slashesInPath ?? false,
    singleBaseModelObject: options.singleBaseModelObject ?? false,
    openAi,
    answering: new Set<{ model: string }>(),
  };
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const id = `req-${String(count).padStart(6, '0')}`;
    void handle({ request, response, id, state, recorder, faults, log });
  });
  const here = await listenHere(server, port);

  return {
    url: here.url,
    requests: recorder.requests,
    clearRequests: () => recorder.clear(),
    nextRequest: (match) => recorder.next(match),
    catalog: state.catalog,
    fail: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    keys: state.keys,
    get tokensPerSecond() {
      return state.rate;
    },
    set tokensPerSecond(rate) {
      state.rate = checkRate(rate);
    },
    close() {
      recorder.close();
      return here.close();
    },
  };
}

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  state: ServiceState;
  recorder: RequestRecorder;
  faults: ServiceFaultList;
  log: (line: string) => void;
}

async function handle({ request, response, id, state, recorder, faults, log }: Arrival): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.setHeader('x-request-id', id);
  const recorded = describeRequest(request, response);
  void recorded.closed.then(({ at, complete }) => {
    const outcome = complete ? response.statusCode : 'broken off';
    log(`${recorded.method} ${recorded.path} ${outcome} ${(at - recorded.at).toFixed(0)} ms ${id}`);
  });
  try {
    const body = await readBody(request);
    recorded.body = body ?? '';
    recorder.add(recorded);
    const exchange = new Exchange(recorded, response, gone.signal, faults);
    if (body === undefined) exchange.sendError(413, `The body is larger than ${maxBodyBytes} bytes.`);
    else await dispatch(exchange, state);
  } catch (error) {
    // A client that left is not the service's fault; nothing else may go unnoticed.
    if (gone.signal.aborted) return;
    log(`${id} failed: ${error}`);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

function checkRate(tokensPerSecond: number): number {
  if (tokensPerSecond > 0) return tokensPerSecond;
  throw new RangeError(`The tokens per second must be more than 0, not ${tokensPerSecond}.`);
}

function createCatalog({ emptyCatalog, loras }: ServiceOptions, seed: number): Catalog {
  if (emptyCatalog) return { loras: [], baseModels: [] };
  return createSampleCatalog({ seed, now: Math.floor(Date.now() / 1000), loras });
}
