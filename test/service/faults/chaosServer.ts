import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { ChaosConnection, type ChaosRequest } from './chaosConnection.ts';

/** Handles a connection from its start. */
export type Script = (connection: ChaosConnection) => Promise<void> | void;

export interface ChaosOptions {
  script: Script;
  /** If set, the server speaks TLS. */
  certificate?: { key: string; cert: string };
  /** Where it listens, loopback only. Default: 127.0.0.1. */
  host?: '127.0.0.1' | '::1';
}

/**
 * A server that does with each connection exactly what a script says, and records what the client did: how many connections
 * it opened, what it requested, and who closed them at which stage.
 */
export class ChaosServer {
  /** Those passed to a script: under TLS, the ones whose handshake succeeded. */
  readonly connections: ChaosConnection[] = [];
  readonly port: number;
  readonly #scheme: string;
  /** How many TCP connections were ever accepted. */
  accepted = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #scripts = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];
  #watchers = new Set<() => void>();

  constructor(server: Server, scheme: string, port: number) {
    this.#server = server;
    this.#scheme = scheme;
    this.port = port;
  }

  static async start({ script, certificate, host = '127.0.0.1' }: ChaosOptions): Promise<ChaosServer> {
    const server = certificate === undefined ? createServer() : createTlsServer(certificate);
    server.listen(0, host);
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The chaos server has no port.');
    const chaos = new ChaosServer(server, certificate === undefined ? 'http' : 'https', address.port);
    server.on('connection', (socket: Socket) => chaos.#accept(socket));
    // A failed handshake means that the client refused; it shows in the client's own error.
    server.on('tlsClientError', () => undefined);
    server.on(certificate === undefined ? 'connection' : 'secureConnection', (socket: Socket) =>
      chaos.#run(socket, script),
    );
    return chaos;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  get requests(): ChaosRequest[] {
    return this.connections.flatMap(({ requests }) => requests);
  }

  /** How many TCP connections are open. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Resolves as soon as `isTrue`, which is checked at every event of the server. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#watchers.add(resolve);
      await promise;
      this.#watchers.delete(resolve);
    }
  }

  /** Resolves with the connection of this number, counted from 0, once it exists. */
  async connection(number: number): Promise<ChaosConnection> {
    await this.until(() => this.connections[number] !== undefined);
    const connection = this.connections[number];
    if (connection === undefined) throw new Error('The connection went missing.');
    return connection;
  }

  /** Closes all connections, waits for the scripts to end, and throws what any of them threw. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    for (const connection of this.connections) connection.destroy();
    for (const socket of this.#sockets) socket.destroy();
    await promise;
    await Promise.all(this.#scripts);
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #accept(socket: Socket): void {
    this.accepted += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#changed();
    });
    this.#changed();
  }

  #run(socket: Socket, script: Script): void {
    const connection = new ChaosConnection(socket, () => this.#changed());
    this.connections.push(connection);
    this.#changed();
    const running = Promise.resolve(script(connection))
      .catch((error: unknown) => {
        this.#failures.push(error);
        connection.destroy();
      })
      .finally(() => this.#scripts.delete(running));
    this.#scripts.add(running);
  }

  #changed(): void {
    const watchers = this.#watchers;
    this.#watchers = new Set();
    for (const wake of watchers) wake();
  }
}
