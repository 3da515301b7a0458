import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { findRoute } from '../routes.ts';
import { type PathRules, passOn } from './gatewayPath.ts';
import { type Listening, listenHere } from './listening.ts';

/**
 * What happens to one request. `lost` and `404` before it is passed on, or `after` the service has answered. `late`: answered with 504
 * now, and passed on by `deliverLate`. `lagging`: a list as it was last given.
 */
export const tricks = [
  ...['lost', 'lost after', '404', '404 after', '500', '500 after', '303', '303 after', 'late'],
  ...['lagging', '429', 'no body', 'half a list', 'event'],
] as const;
export type Trick = (typeof tricks)[number];
export type Asked = 'get' | 'delete' | 'list';

/** A request that reached the gateway, by the entry its path leads to, and its answer. */
export interface Arrival {
  /** The key that it was sent with. */
  key: string;
  asked: Asked;
  name: string;
  status: number;
  /** As sent by the service, whatever the gateway made of it. */
  body: unknown;
  /** True if the service saw it. */
  isPassed: boolean;
  /** When it was answered, by `performance.now()`. */
  answeredAt: number;
}

/** A request for LoRAs as received, whatever became of it. */
export interface Asking {
  asked: Asked;
  /** As the client meant it, before the gateway changed the path. */
  name: string;
  /** The status the client got; `undefined` if the answer was lost or is still to come. */
  answered?: number;
  /** Where it was passed on to. */
  arrival?: Arrival;
}

interface Options {
  /** Of the service; of the one that an API key belongs to. */
  port: number | ((key: string) => number);
  rules: PathRules;
  slashesInPath: boolean;
}

/** A gateway on 127.0.0.1 that changes paths by `rules` and plays the given tricks. */
export class TrickyGateway {
  readonly arrivals: Arrival[] = [];
  /** In order of arrival. */
  readonly askings: Asking[] = [];
  /** Apply from the next request on. */
  rules: PathRules;
  readonly #options: Omit<Options, 'rules'>;
  readonly #handling = new Set<Promise<void>>();
  readonly #server = createServer((request, response) => {
    const handled = this.#handle(request, response).finally(() => this.#handling.delete(handled));
    this.#handling.add(handled);
  });
  #here: Listening | undefined;
  readonly #late: (() => Promise<void>)[] = [];
  /** The last list of each service, by its port. */
  readonly #lists = new Map<number, string>();
  /** For requests of each kind, in order. */
  readonly #tricks = new Map<Asked, (Trick | undefined)[]>();
  /** Runs for a request with the trick `event`, before it is passed on. */
  onEvent: (asked: Asked) => Promise<void> | void = () => undefined;

  constructor({ rules, ...options }: Options) {
    this.rules = rules;
    this.#options = options;
  }

  async start(): Promise<string> {
    this.#here = await listenHere(this.#server);
    return this.#here.url;
  }

  /** Replaces the tricks that are left. */
  play(asked: Asked, plan: readonly (Trick | undefined)[]): void {
    this.#tricks.set(asked, [...plan]);
  }

  /** Resolves when all that arrived has been passed on or refused. */
  async quiet(): Promise<void> {
    while (this.#handling.size > 0) await Promise.all(this.#handling);
  }

  /** Passes on what was answered with 504 before. */
  async deliverLate(): Promise<void> {
    for (const deliver of this.#late.splice(0)) await deliver();
  }

  async close(): Promise<void> {
    await this.#here?.close();
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

  /** `undefined`: lost, before the service saw it or after it answered. */
  async #answer(
    request: IncomingMessage,
    asking: Asking,
    trick: Trick | undefined,
  ): Promise<Answer | undefined> {
    const { asked } = asking;
    const isDeleted = asked === 'delete';
    const path = passOn(request.url ?? '', this.rules);
    const refused = refusals.get(trick) ?? (typeof path === 'number' ? path : undefined);
    if (typeof path === 'number' || refused !== undefined) {
      this.#arrived(request, String(path), asked, { status: refused ?? 0, text: '' }, false);
      return refused === undefined || refused === 0 ? undefined : refusal(refused);
    }
    if (trick === 'late' && isDeleted) {
      const arrival = this.#arrived(request, path, asked, { status: 504, text: '' }, false);
      this.#late.push(async () => {
        const { status, text } = await this.#pass(request, path);
        Object.assign(arrival, { status, body: JSON.parse(text || 'null') as unknown, isPassed: true });
      });
      return refusal(504);
    }
    const passed = await this.#pass(request, path);
    const { status } = passed;
    const port = this.#portOf(request);
    const text = (trick === 'lagging' && asked === 'list' && this.#lists.get(port)) || passed.text;
    if (asked === 'list' && status === 200) this.#lists.set(port, text);
    asking.arrival = this.#arrived(request, path, asked, { status, text }, true);
    if (trick === 'lost after') return undefined;
    if (trick === '404 after') return refusal(404);
    if (trick === '500 after') return refusal(500);
    if (trick === '303 after') return refusal(303);
    const isGood = status < 300;
    if (trick === 'no body' && isDeleted && isGood) return { status: 204, headers: {}, text: '' };
    // An unreadable entry may hide any name.
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
    const port = this.#portOf({ headers });
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
    request: IncomingMessage,
    path: string,
    asked: Asked,
    { status, text }: { status: number; text: string },
    isPassed: boolean,
  ): Arrival {
    const name = this.#nameIn(request.method ?? '', path);
    const body = JSON.parse(text || 'null') as unknown;
    const arrival = {
      key: keyOf(request),
      asked,
      name,
      status,
      body,
      isPassed,
      answeredAt: performance.now(),
    };
    this.arrivals.push(arrival);
    return arrival;
  }

  #portOf(request: Pick<IncomingMessage, 'headers'>): number {
    const { port } = this.#options;
    return typeof port === 'number' ? port : port(keyOf(request));
  }

  #nameIn(method: string, path: string): string {
    const route = findRoute(method, path, this.#options.slashesInPath);
    return 'name' in route ? route.name : '';
  }
}

function keyOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers.authorization).replace('Bearer ', '');
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The status with which the gateway answers instead of the service; 0 breaks the connection. */
const refusals = new Map<Trick | undefined, number>([
  ['lost', 0],
  ['404', 404],
  ['500', 500],
  ['429', 429],
  ['303', 303],
]);

function refusal(status: number): Answer {
  // Keeps a failed read from being retried, which would only take time here.
  const headers = {
    'x-should-retry': 'false',
    'retry-after-ms': '1',
    'content-type': 'text/plain',
    ...(status === 303 && { location: '/elsewhere' }),
  };
  return { status, headers, text: 'Refused by the gateway.' };
}
