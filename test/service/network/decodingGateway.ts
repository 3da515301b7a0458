import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { type PathRules, passOn } from './gatewayPath.ts';

export interface GatewayOptions extends PathRules {
  /** The port of this machine that requests are passed on to. */
  target: number;
  /**
   * A service that is down, or drops a request before its answer, becomes the answer 404 of a default backend, as with nginx
   * (`error_page 502 503 504 =404`, or a `backup` server: it asks that one for a DELETE too) and HAProxy (`errorfile`; a
   * `backup` server only while checks find the service down). Without it: 502.
   */
  defaultBackend404?: boolean;
}

/** Without a `target` it stays the one that it was. */
export type ConfiguredGateway = Omit<GatewayOptions, 'target'> & { target?: number };

/** A request as it came, and the path that was asked for upstream; `undefined` where the gateway answered itself. */
export interface PassedRequest {
  method: string;
  asked: string;
  passed: string | undefined;
}

export interface DecodingGateway {
  url: string;
  seen: PassedRequest[];
  /** Lets it behave otherwise from the next request on, as after a change of its configuration. */
  configure(options: ConfiguredGateway): void;
  close(): Promise<void>;
}

/** A reverse proxy on 127.0.0.1 that treats names in a path as real ones do: see `gateways` in `gatewayPath.ts`. */
export async function startDecodingGateway(given: GatewayOptions): Promise<DecodingGateway> {
  let options = given;
  const seen: PassedRequest[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: asked = '' } = request;
    const passed = passOn(asked, options);
    seen.push({ method, asked, passed: typeof passed === 'string' ? passed : undefined });
    if (typeof passed === 'number') answer(response, passed, 'Refused by the gateway.');
    else relay(request, response, passed, options);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    configure(next) {
      options = { target: options.target, ...next };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function relay(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { target, defaultBackend404 }: GatewayOptions,
): void {
  const { method, headers } = request;
  const upstream = sendRequest({ host: '127.0.0.1', port: target, path, method, headers }, (given) => {
    response.writeHead(given.statusCode ?? 502, given.headers);
    given.on('error', () => response.destroy());
    given.pipe(response);
  });
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else if (defaultBackend404) answer(response, 404, 'default backend - 404');
    else answer(response, 502, 'Bad Gateway');
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return address.port;
}
