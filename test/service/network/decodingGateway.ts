import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { type PathRules, passOn } from './gatewayPath.ts';
import { listenHere } from './listening.ts';

export interface GatewayOptions extends PathRules {
  /** The local port requests are passed on to. */
  target: number;
  /**
   * If the service is down or drops a request before its answer, answer 404 from a default backend, as do nginx (`error_page
   * 502 503 504 =404`, or a `backup` server, which gets a DELETE too) and HAProxy (`errorfile`; a `backup` server only while
   * checks find the service down). Without it: 502.
   */
  defaultBackend404?: boolean;
}

/** Without a `target` it keeps the old one. */
export type ConfiguredGateway = Omit<GatewayOptions, 'target'> & { target?: number };

/** A request as received, and the path requested upstream; `undefined` if the gateway answered itself. */
export interface PassedRequest {
  method: string;
  asked: string;
  passed: string | undefined;
}

export interface DecodingGateway {
  url: string;
  seen: PassedRequest[];
  /** Changes its behavior from the next request on, like a change of its configuration. */
  configure(options: ConfiguredGateway): void;
  close(): Promise<void>;
}

/** A reverse proxy on 127.0.0.1 that treats names in paths as real ones do: see `gateways` in `gatewayPath.ts`. */
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
  return {
    ...(await listenHere(server)),
    seen,
    configure(next) {
      options = { target: options.target, ...next };
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
