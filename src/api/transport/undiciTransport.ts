import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type Dispatcher from 'undici/types/dispatcher';
import { withHeaderClocks } from '../clocks/headerClocks.ts';
import { TransportFailure } from '../errors/transportFailure.ts';
import type { Transport } from '../types.ts';
import { decodeContent } from './contentEncoding.ts';
import { PendingConnects } from './pendingConnects.ts';

export interface UndiciOptions {
  /** PEM certificates in place of Node's own. */
  ca?: string[];
}

// Longer than any connect clock of ours, so that ours decides.
const longestConnectMs = 60_000;

/** The part of the transport that needs undici loaded; see `createUndiciTransport`. */
export function buildUndiciTransport(options: UndiciOptions): Transport {
  const pending = new PendingConnects({ ...options, allowH2: false, timeout: longestConnectMs });
  const dispatcher = new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 32 * 1024,
    connect: pending.connect,
  });
  return (url, init) =>
    withHeaderClocks(init, true, async (signal, onSent) => {
      const stopWaiting = pending.wait(url.origin);
      signal.addEventListener('abort', stopWaiting, { once: true });
      let isSent = false;
      const observed = observe(dispatcher, () => {
        isSent = true;
        stopWaiting();
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
        const headers = toHeaders(answer.headers);
        return {
          status: answer.statusCode,
          headers,
          body: decodeContent(answer.body, headers),
          way: 'undici',
        };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw TransportFailure.from(error, isSent ? 'sent' : 'connect', url);
      } finally {
        stopWaiting();
        signal.removeEventListener('abort', stopWaiting);
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

function toHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) {
      // undici reads header values as UTF-8, but Headers takes only Latin-1: other values are of no use.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what Headers refuses too
      if (!/[^\u0001-\u00ff]/.test(one)) headers.append(name, one);
    }
  }
  return headers;
}
