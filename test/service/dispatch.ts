import { answerList, answerNamed } from './catalog.ts';
import { answerChat, type ChatSettings } from './chat.ts';
import type { Exchange } from './exchange.ts';
import type { AnswerFault } from './faults/serviceFault.ts';
import { dispatchOpenAi } from './openAi.ts';
import { findRoute } from './routes.ts';

/** What answers depend on. */
export interface ServiceState extends ChatSettings {
  keys: ReadonlySet<string>;
  slashesInPath: boolean;
  singleBaseModelObject: boolean;
  openAi: boolean | 'sglang';
  answering: Set<{ model: string }>;
}

/** Answers one request: faults first, as a proxy in front of the service would, then path, method and key. */
export async function dispatch(exchange: Exchange, state: ServiceState): Promise<void> {
  const delay = exchange.takeFault(['delay']);
  if (delay) await exchange.delay(delay, delay.ms);
  const fault = exchange.takeFault(['status', 'body', 'hang', 'reset']);
  if (fault) return answerFault(exchange, fault);

  if (state.openAi) return dispatchOpenAi(exchange, { ...state, isSglang: state.openAi === 'sglang' });
  const { method, path, headers } = exchange.request;
  const route = findRoute(method, path, state.slashesInPath);
  if ('problem' in route) {
    if (route.problem === 'badName') return exchange.sendError(400, 'The name is not percent-encoded UTF-8.');
    if (route.problem === 'notFound') return exchange.sendError(404, 'There is nothing at this path.');
    return exchange.sendError(405, `Not ${method}, but ${route.allow}.`, {}, { allow: route.allow });
  }
  const key = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (key === undefined || !state.keys.has(key)) {
    const message = key === undefined ? 'An API key is required.' : 'The API key is not valid.';
    return exchange.sendError(401, message, { code: 'invalid_api_key' }, { 'www-authenticate': 'Bearer' });
  }
  if (route.endpoint === 'chat') return answerChat(exchange, state);
  if ('name' in route) return answerNamed(exchange, state.catalog, route.endpoint, route.name);
  return answerList(exchange, state.catalog, route.endpoint, state.singleBaseModelObject);
}

async function answerFault(exchange: Exchange, fault: AnswerFault): Promise<void> {
  const { response } = exchange;
  switch (fault.kind) {
    case 'status': {
      if (typeof fault.body === 'string')
        return exchange.sendText(fault.status, fault.body, fault.headers ?? {});
      const body = fault.body ?? { error: { message: `Sample fault ${fault.status}.` } };
      return exchange.sendJson(fault.status, body, fault.headers);
    }
    case 'body': {
      const type = fault.contentType ?? 'application/json';
      return exchange.sendText(fault.status ?? 200, fault.body, { 'content-type': type });
    }
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
  }
}
