import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { findRoute } from '../routes.ts';
import { type PathRules, passOn } from './gatewayPath.ts';

/** What happens to one request. `lost` and `404` before it is passed on, or `after` the service has answered. */
export const tricks = [
  'lost',
  'lost after',
  '404',
  '404 after',
  '500',
  '500 after',
  '429',
  'no body',
  'half a list',
  'event',
] as const;
export type Trick = (typeof tricks)[number];
export type Asked = 'get' | 'delete' | 'list';

/** A request that reached the gateway, by the entry that its path leads to behind it, and its answer. */
export interface Arrival {
  /** The key that it came with. */
  key: string;
  asked: Asked;
  name: string;
  status: number;
  /** As the service answered, whatever the gateway made of it. */
  body: unknown;
  /** The service saw it. */
  isPassed: boolean;
}

/** A request for LoRAs as it came, whatever became of it. */
export interface Asking {
  asked: Asked;
  /** As the client meant it: before the gateway changed the path. */
  name: string;
  /** The status that the client got; `undefined` where the answer was lost, or is still to come. */
  answered?: number;
  /** Where it was passed on. */
  arrival?: Arrival;
}

interface Options {
  port: number;
  rules: PathRules;
  slashesInPath: boolean;
}

/** A gateway on 127.0.0.1 that changes paths by `rules`, and plays tricks as told. It passes requests on one after the other. */
export class TrickyGateway {
  readonly arrivals: Arrival[] = [];
  /** In the order in which they came. */
  readonly askings: Asking[] = [];
  /** From the next request on. */
  rules: PathRules;
  readonly #options: Omit<Options, 'rules'>;
  readonly #handling = new Set<Promise<void>>();
  readonly #server = createServer((request, response) => {
    const handled = this.#handle(request, response).finally(() => this.#handling.delete(handled));
    this.#handling.add(handled);
  });
  /** For requests of a kind, in their order. */
  readonly #tricks = new Map<Asked, (Trick | undefined)[]>();
  /** Runs where a request has the trick `event`, before it is passed on. */
  onEvent: (asked: Asked) => Promise<void> | void = () => undefined;

  constructor({ rules, ...options }: Options) {
    this.rules = rules;
    this.#options = options;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  /** In place of those that are left. */
  play(asked: Asked, plan: readonly (Trick | undefined)[]): void {
    this.#tricks.set(asked, [...plan]);
  }

  /** Resolves when all that came has been passed on or refused. */
  async quiet(): Promise<void> {
    while (this.#handling.size > 0) await Promise.all(this.#handling);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    if (!url.startsWith('/api/v1/lora')) return this.#passAsItIs(request, response);
    const asked: Asked = method === 'DELETE' ? 'delete' : url === '/api/v1/lora' ? 'list' : 'get';
    const asking: Asking = { asked, name: this.#nameIn(method, url) };
    this.askings.push(asking);
    const trick = this.#tricks.get(asked)?.shift();
    if (trick === 'event') await this.onEvent(asked);
    const answer = await this.#answer(request, asking, trick);
    if (!answer) return void request.socket.resetAndDestroy();
    asking.answered = answer.status;
    response.writeHead(answer.status, answer.headers).end(answer.text);
  }

  /** `undefined`: it is lost, before the service has seen it or after it has answered. */
  async #answer(
    request: IncomingMessage,
    asking: Asking,
    trick: Trick | undefined,
  ): Promise<Answer | undefined> {
    const { asked } = asking;
    const path = passOn(request.url ?? '', this.rules);
    const refused = refusals.get(trick) ?? (typeof path === 'number' ? path : undefined);
    if (typeof path === 'number' || refused !== undefined) {
      this.#arrived(request, String(path), asked, { status: refused ?? 0, text: '' }, false);
      return refused === undefined || refused === 0 ? undefined : refusal(refused);
    }
    const { status, text } = await this.#pass(request, path);
    asking.arrival = this.#arrived(request, path, asked, { status, text }, true);
    if (trick === 'lost after') return undefined;
    if (trick === '404 after') return refusal(404);
    if (trick === '500 after') return refusal(500);
    const isGood = status < 300;
    if (trick === 'no body' && asked === 'delete' && isGood) return { status: 204, headers: {}, text: '' };
    // Behind an entry that nobody can read there may be any name.
    const isHalf = trick === 'half a list' && asked === 'list' && isGood;
    const body = isHalf ? JSON.stringify([7, ...JSON.parse(text).slice(1)]) : text;
    return { status, headers: { 'content-type': 'application/json' }, text: body };
  }

  async #passAsItIs(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, text } = await this.#pass(request, request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }

  async #pass(request: IncomingMessage, path: string): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    const { method = '', headers } = request;
    const { port } = this.#options;
    const upstream = sendRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      async (given) => {
        let text = '';
        for await (const piece of given.setEncoding('utf8')) text += String(piece);
        resolve({ status: given.statusCode ?? 502, text });
      },
    );
    upstream.on('error', reject);
    upstream.end();
    return promise;
  }

  #arrived(
    { method = '', headers }: IncomingMessage,
    path: string,
    asked: Asked,
    { status, text }: { status: number; text: string },
    isPassed: boolean,
  ): Arrival {
    const key = String(headers.authorization).replace('Bearer ', '');
    const name = this.#nameIn(method, path);
    const arrival = { key, asked, name, status, body: JSON.parse(text || 'null') as unknown, isPassed };
    this.arrivals.push(arrival);
    return arrival;
  }

  #nameIn(method: string, path: string): string {
    const route = findRoute(method, path, this.#options.slashesInPath);
    return 'name' in route ? route.name : '';
  }
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The status with which the gateway answers in the service's place; 0: it breaks the connection. */
const refusals = new Map<Trick | undefined, number>([
  ['lost', 0],
  ['404', 404],
  ['500', 500],
  ['429', 429],
]);

function refusal(status: number): Answer {
  // A read that failed is not asked for again, which would only take time here.
  const headers = { 'x-should-retry': 'false', 'retry-after-ms': '1', 'content-type': 'text/plain' };
  return { status, headers, text: 'Refused by the gateway.' };
}
