import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type Dispatcher from 'undici/types/dispatcher';
import { TransportFailure } from '../errors/transportFailure.ts';
import type { AnswerHeaders, Transport } from '../types.ts';
import { withHeaderClocks } from './callScope.ts';
import { OriginSockets } from './originSockets.ts';

export interface UndiciOptions {
  /** PEM certificates in place of Node's own. */
  ca?: string[];
}

const keptMs = 1_000;
// Longer than any connect clock of ours, so that ours decides.
const longestConnectMs = 60_000;

/** The part of the transport that needs undici loaded; see `createUndiciTransport`. */
export function buildUndiciTransport(options: UndiciOptions): Transport {
  const sockets = new OriginSockets({
    ...options,
    // Node's default is false where NODE_TLS_REJECT_UNAUTHORIZED is 0.
    rejectUnauthorized: true,
    allowH2: false,
    timeout: longestConnectMs,
  });
  const dispatcher = new Agent({
    allowH2: false,
    // Servers may close an idle connection after two seconds already, undici by itself after four; a request that meets the
    // closing is lost.
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 32 * 1024,
    connect: sockets.connect,
  });
  return (url, init) =>
    withHeaderClocks(init, true, async ({ signal }, onSent) => {
      const watch = sockets.watch(url.origin);
      signal.addEventListener('abort', watch.leave, { once: true });
      let isSent = false;
      const observed = observe(dispatcher, () => {
        init.onLeaving?.();
        if (signal.aborted) return;
        isSent = true;
        watch.start();
        onSent();
      });
      try {
        const answer = await request.call(observed, {
          origin: url.origin,
          path: url.pathname + url.search,
          method: init.method as Dispatcher.HttpMethod,
          headers: init.headers,
          body: init.body ?? null,
          signal,
        });
        const headers = headersOf(answer.headers);
        return {
          status: answer.statusCode,
          headers,
          body: decodeContent(answer.body, headers),
          way: 'undici',
        };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const phase = watch.isLostOnReused ? 'reused' : isSent ? 'sent' : 'connect';
        throw TransportFailure.from(error, phase, url);
      } finally {
        watch.leave();
        signal.removeEventListener('abort', watch.leave);
      }
    });
}

/** Reports when a request has its connection: undici starts it only then. */
function observe(dispatcher: Dispatcher, onStart: () => void): Pick<Dispatcher, 'dispatch'> {
  return {
    dispatch(options, handler) {
      const start = handler.onRequestStart?.bind(handler);
      handler.onRequestStart = (controller, context) => {
        onStart();
        start?.(controller, context);
      };
      return dispatcher.dispatch(options, handler);
    },
  };
}

/** Looks up one header at a time: making `Headers` of all takes longer than reading an answer's first chunk. */
function headersOf(raw: Record<string, string | string[] | undefined>): AnswerHeaders {
  return {
    get(name) {
      const given = raw[name.toLowerCase()];
      if (given === undefined) return null;
      // undici reads values as UTF-8, but a header has only Latin-1: other values are of no use.
      const values = [given].flat().filter((value) => !/[\u0100-\uffff]/.test(value));
      return values.length === 0 ? null : values.map((value) => value.trim()).join(', ');
    },
  };
}

/**
 * Undoes compression that we did not ask for: we send `accept-encoding: identity`, but some proxies compress anyway.
 * Chains of encodings are refused (CVE-2026-22036) when the body is read; the reader caps the size.
 */
function decodeContent(body: Readable, headers: AnswerHeaders): AsyncIterable<Uint8Array> {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  // Some services name a character set here, which is no coding.
  if (/^(?:identity|none|utf-?8)?$/.test(encoding)) return body;
  const decoder = createDecoder(encoding);
  // The decoder passes errors to its reader; pipeline only needs a callback so that it doesn't throw.
  return decoder === undefined ? refused(body) : pipeline(body, decoder, () => undefined);
}

async function* refused(body: Readable): AsyncGenerator<never, void> {
  // Destroying it emits an error, but the refusal is all that the caller needs to see.
  body.on('error', () => undefined).destroy();
  throw new TransportFailure(
    'sent',
    'CONTENT_ENCODING',
    'The answer is compressed in a way that is not supported',
  );
}

function createDecoder(encoding: string): Transform | undefined {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  return undefined;
}
