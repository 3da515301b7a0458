import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from './exchange.ts';

/** An OpenAI-compatible server that chats are relayed to. */
export interface Upstream {
  /** `http://host/v1` */
  url: string;
  key: string | undefined;
  model: string | undefined;
}

/** Others describe the connection to the upstream, not the answer. */
const relayedHeaders = ['content-type', 'cache-control', 'retry-after'];

/** Relays a chat and its answer, byte by byte; the upstream stops when the client leaves. */
export async function relayChat(exchange: Exchange, upstream: Upstream): Promise<void> {
  let answer: IncomingMessage;
  try {
    answer = await ask(exchange, upstream);
  } catch (error) {
    exchange.gone.throwIfAborted();
    const details = { type: 'upstream_error', code: 'upstream_unreachable' };
    exchange.sendError(502, `The upstream server did not answer: ${error}.`, details);
    return;
  }
  const headers = relayedHeaders.map((name) => [name, answer.headers[name]] as const);
  exchange.response.writeHead(
    answer.statusCode ?? 502,
    Object.fromEntries(headers.filter(([, value]) => value !== undefined)),
  );
  exchange.response.flushHeaders();
  // When the upstream breaks off, the client must see a broken answer too: pipeline destroys the response.
  await pipeline(answer, exchange.response, { signal: exchange.gone });
}

function ask(exchange: Exchange, { url, key, model }: Upstream): Promise<IncomingMessage> {
  const target = new URL(`${url.replace(/\/+$/, '')}/chat/completions`);
  const body = model === undefined ? exchange.request.body : JSON.stringify({ ...exchange.json, model });
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = send(target, {
    method: 'POST',
    signal: exchange.gone,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: exchange.request.headers['accept'] ?? '*/*',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
  });
  request.on('response', resolve).on('error', reject).end(body);
  return promise;
}
