import type { Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';

interface Origin {
  connect: buildConnector.Connect;
  sockets: Set<Socket>;
  waiting: number;
}

/**
 * The connections that undici is making. It goes on connecting for a request that was given up, up to its time limit; here
 * the last request that waits for an origin takes the connecting with it, so that a stop reaches the service at once.
 */
export class PendingConnects {
  readonly #options: buildConnector.Options;
  readonly #origins = new Map<string, Origin>();

  constructor(options: buildConnector.Options) {
    this.#options = options;
  }

  /** What a dispatcher takes as its `connect`. */
  readonly connect: buildConnector.Connect = (target, callback) => {
    const { connect, sockets } = this.#origin(`${target.protocol}//${target.host}`);
    const socket = connect(target, (...result) => {
      sockets.delete(socket);
      callback(...result);
    });
    sockets.add(socket);
    return socket;
  };

  /** A request waits for a connection; it has one, or does without, once the function is called that comes back. */
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

  // undici keeps TLS sessions in each connector by the host's name alone, so each origin has its own.
  #origin(name: string): Origin {
    const known = this.#origins.get(name);
    if (known !== undefined) return known;
    const origin = { connect: buildConnector(this.#options), sockets: new Set<Socket>(), waiting: 0 };
    this.#origins.set(name, origin);
    return origin;
  }
}

/** A request that came at this very moment gets it as a connection that failed, which is tried again. */
class NobodyWaits extends Error {
  readonly code = 'ECONNABORTED';

  constructor() {
    super('nobody waits for this connection any more');
  }
}
