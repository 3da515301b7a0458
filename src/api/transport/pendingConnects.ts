import type { Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';

interface Origin {
  connect: buildConnector.Connect;
  sockets: Set<Socket>;
  waiting: number;
}

/**
 * The connections that undici is opening. For an abandoned request it would keep connecting until its time limit; here, when
 * the last request waiting for an origin leaves, its pending connects end too, so that a stop reaches the service at once.
 */
export class PendingConnects {
  readonly #options: buildConnector.Options;
  readonly #origins = new Map<string, Origin>();

  constructor(options: buildConnector.Options) {
    this.#options = options;
  }

  /** The `connect` option for a dispatcher. */
  readonly connect: buildConnector.Connect = (target, callback) => {
    const { connect, sockets } = this.#origin(`${target.protocol}//${target.host}`);
    const socket = connect(target, (...result) => {
      sockets.delete(socket);
      callback(...result);
    });
    sockets.add(socket);
    return socket;
  };

  /** Registers a waiting request; call the returned function once it connects or gives up. */
  wait(name: string): () => void {
    const origin = this.#origin(name);
    origin.waiting += 1;
    let isWaiting = true;
    return () => {
      if (!isWaiting) return;
      isWaiting = false;
      origin.waiting -= 1;
      if (origin.waiting > 0) return;
      // Only an error tells undici that this connection is not coming.
      for (const socket of origin.sockets) socket.destroy(new NobodyWaits());
    };
  }

  // undici's connectors cache TLS sessions by host name alone, so each origin has its own connector.
  #origin(name: string): Origin {
    const known = this.#origins.get(name);
    if (known !== undefined) return known;
    const origin = { connect: buildConnector(this.#options), sockets: new Set<Socket>(), waiting: 0 };
    this.#origins.set(name, origin);
    return origin;
  }
}

/** A request made at this very moment gets this as a failed connection, which is retried. */
class NobodyWaits extends Error {
  readonly code = 'ECONNABORTED';

  constructor() {
    super('nobody waits for this connection any more');
  }
}
