import type { Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import { isLoopback } from '../config/baseUrl.ts';
import { closingMs } from '../errors/transportFailure.ts';
import { loopbackLookup } from './loopbackLookup.ts';

interface Origin {
  connect: buildConnector.Connect;
  connecting: Set<Socket>;
  open: Set<Socket>;
  waiting: number;
  begun: number;
  /** What was read from connections that are closed by now. */
  closedBytes: number;
}

interface SocketWatch {
  /** Call when undici has a connection for the request. */
  start(): void;
  /** Call when the request no longer waits for a connection. */
  leave(): void;
  /** True just after the request surely went out on a connection that was open before, if no byte has come back on any since. */
  readonly isLostOnReused: boolean;
}

/**
 * The connections of a dispatcher, which opens them with `connect`. For an abandoned request undici would keep connecting until
 * its time limit; here, when the last request waiting for an origin leaves, its pending connects end too, so that a stop
 * reaches the service at once.
 */
export class OriginSockets {
  readonly #options: buildConnector.Options;
  readonly #origins = new Map<string, Origin>();

  constructor(options: buildConnector.Options) {
    this.#options = options;
  }

  readonly connect: buildConnector.Connect = (target, callback) => {
    const origin = this.#origin(`${target.protocol}//${target.host}`);
    origin.begun += 1;
    const socket = origin.connect(target, (...result) => {
      origin.connecting.delete(socket);
      callback(...result);
    });
    origin.connecting.add(socket);
    origin.open.add(socket);
    socket.once('close', () => {
      origin.open.delete(socket);
      origin.closedBytes += socket.bytesRead;
    });
    return socket;
  };

  watch(name: string): SocketWatch {
    const origin = this.#origin(name);
    const { begun } = origin;
    const isConnecting = origin.connecting.size > 0;
    let isReused = false;
    let bytesBefore = 0;
    let startedAt = 0;
    let isWaiting = true;
    origin.waiting += 1;
    const leave = () => {
      if (!isWaiting) return;
      isWaiting = false;
      origin.waiting -= 1;
      if (origin.waiting > 0) return;
      // Only an error tells undici that this connection is not coming.
      for (const socket of origin.connecting) socket.destroy(new NobodyWaits());
    };
    return {
      start() {
        isReused = !isConnecting && origin.begun === begun;
        bytesBefore = bytesRead(origin);
        startedAt = performance.now();
        leave();
      },
      leave,
      get isLostOnReused() {
        const isClosing = performance.now() - startedAt < closingMs;
        return isReused && isClosing && bytesRead(origin) === bytesBefore;
      },
    };
  }

  // undici's connectors cache TLS sessions by host name alone, so each origin has its own connector.
  #origin(name: string): Origin {
    const known = this.#origins.get(name);
    if (known !== undefined) return known;
    const origin: Origin = {
      connect: buildConnector({ ...this.#options, ...(isLoopback(name) && toLoopback) }),
      connecting: new Set(),
      open: new Set(),
      waiting: 0,
      begun: 0,
      closedBytes: 0,
    };
    this.#origins.set(name, origin);
    return origin;
  }
}

const toLoopback = { lookup: loopbackLookup, autoSelectFamily: true };

function bytesRead({ open, closedBytes }: Origin): number {
  return [...open].reduce((sum, socket) => sum + socket.bytesRead, closedBytes);
}

/** A request made at this very moment gets this as a failed connection, which is retried. */
class NobodyWaits extends Error {
  readonly code = 'ECONNABORTED';

  constructor() {
    super('nobody waits for this connection any more');
  }
}
