import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  request as sendRequest,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Certificate } from './certificates.ts';
import { listenHere } from './listening.ts';

/** `reset` and `hang`: for CONNECT and requests alike. A number is the status of the refusal. */
export type ProxyFault = 'reset' | 'hang' | number;

export interface ProxyOptions {
  /** The local port every request goes to, whatever host it names. */
  target: number;
  /** Default: any free one. */
  port?: number;
  /** If set, for `localhost`, the connection to the proxy itself is encrypted. */
  certificate?: Certificate;
  /** `name:password`; clients that don't send them as Basic authentication get 407. */
  credentials?: string;
  fault?: ProxyFault;
}

export interface LocalProxy {
  url: string;
  port: number;
  /** `CONNECT host:port`, or `GET http://host/…`, as received; refused ones too. */
  seen: string[];
  /** The headers of each. */
  headers: IncomingMessage['headers'][];
  /** Changes its behavior from the next request on. */
  fail(fault: ProxyFault | undefined): void;
  close(): Promise<void>;
}

/** A proxy on 127.0.0.1 for `http:` and `https:` that can refuse, break and hang. */
export async function startProxy(options: ProxyOptions): Promise<LocalProxy> {
  const { target, certificate, credentials } = options;
  let { fault } = options;
  const seen: string[] = [];
  const headers: IncomingMessage['headers'][] = [];

  /** Why a request can't pass: a fault, or a missing password. */
  const record = (request: IncomingMessage): ProxyFault | undefined => {
    seen.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    const isWelcome =
      credentials === undefined ||
      request.headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
    return fault ?? (isWelcome ? undefined : 407);
  };

  const server = createServer(certificate, (request, response) => {
    const refusal = record(request);
    if (refusal === 'hang') return;
    if (refusal === 'reset') resetAll();
    else if (refusal !== undefined) response.writeHead(refusal, challenge(refusal)).end();
    else {
      const { pathname, search } = new URL(request.url ?? '');
      const { method, headers: sent } = request;
      const passed = sendRequest(
        { host: '127.0.0.1', port: target, path: pathname + search, method, headers: sent },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    }
  });
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  // Under TLS only the underlying socket can be reset; `sockets` contains all of those.
  const resetAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  server.on('connection', keep);
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    const refusal = record(request);
    if (refusal === 'hang') return;
    if (refusal === 'reset') resetAll();
    else if (refusal !== undefined) client.end(refuseConnect(refusal));
    else {
      const tunnel = connect(target, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        tunnel.write(head);
        tunnel.pipe(client).pipe(tunnel);
      });
      keep(tunnel);
      client.on('close', () => tunnel.destroy());
      tunnel.on('close', () => client.destroy());
    }
  });
  const { port, url, close } = await listenHere(server, options.port);
  return {
    url: certificate ? `https://localhost:${port}` : url,
    port,
    close,
    seen,
    headers,
    fail: (next) => {
      fault = next;
    },
  };
}

function createServer(certificate: Certificate | undefined, listener: RequestListener): Server {
  if (certificate === undefined) return createHttpServer(listener);
  const server = createHttpsServer({ key: certificate.key, cert: certificate.cert }, listener);
  server.on('tlsClientError', () => undefined);
  return server;
}

function challenge(status: number): Record<string, string> {
  return status === 407 ? { 'proxy-authenticate': 'Basic realm="Acme"' } : {};
}

function refuseConnect(status: number): string {
  const lines = Object.entries(challenge(status)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} No\r\n${lines.join('')}content-length: 0\r\n\r\n`;
}
