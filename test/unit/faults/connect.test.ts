import dns from 'node:dns';
import { setGlobalProxyFromEnv } from 'node:http';
import { head, inTurn, silence, whole } from '../../service/faults/answers.ts';
import { openBlackHole } from '../../service/faults/blackHole.ts';
import type { ChaosServer, Script } from '../../service/faults/chaosServer.ts';
import type { Arrangement, Cell, Unreachable } from './cell.ts';
import { each, neverConnected, neverSent, shortHeaders } from './expectations.ts';
import { describeSection } from './section.ts';

const shortTiming = { connectMs: 60, headersMs: 60 };

type Found = { address: string; family: number }[];
type LookedUp = (error: Error | null, found?: Found) => void;

/** The machine's own lookup may wait for a name server that doesn't answer. */
function lookUpBy(answer: (done: LookedUp) => void): () => void {
  const { lookup } = dns;
  const lookUp = (_: string, __: unknown, done: LookedUp): void => process.nextTick(answer, done);
  Object.assign(dns, { lookup: lookUp });
  return () => void Object.assign(dns, { lookup });
}

// Resolves every name to two addresses of this machine; nothing listens on the first, `::1`.
function resolveBothFamilies(server: ChaosServer): Arrangement {
  const both = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  const close = lookUpBy((done) => done(null, both));
  return { url: `http://both.invalid:${server.port}`, close };
}

function resolveNone(): Arrangement {
  const facts = { code: 'ENOTFOUND', errno: -3008, syscall: 'getaddrinfo', hostname: 'nowhere.invalid' };
  const notFound = () => Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.invalid'), facts);
  return { url: 'http://nowhere.invalid', close: lookUpBy((done) => done(notFound())) };
}

async function digBlackHole(): Promise<Arrangement | Unreachable> {
  const hole = await openBlackHole();
  if (hole === undefined) return { unreachable: 'this system refuses connections in place of dropping them' };
  return { url: `http://127.0.0.1:${hole.port}`, close: () => hole.close() };
}

/** If the reset comes before the connection is established, undici reports that nothing was sent; fetch never does. */
const sentOrNot = {
  undici: ['network ECONNRESET · 1 try, no request', 'network ECONNRESET · 2 tries, no request'],
  host: 'network ECONNRESET · 1 try, no request',
};

/** How a proxy answers CONNECT: with this status, a reset, or nothing at all. */
function refuseConnect(how: number | 'reset' | 'silence'): Script {
  return async (connection) => {
    const request = await connection.nextRequest();
    if (request === undefined || how === 'silence') return;
    if (how === 'reset') connection.reset();
    else {
      await connection.write(head(how, { 'content-length': '0', connection: 'close' }));
      connection.end();
    }
  };
}

/** Sends through the chaos server as a proxy, to a host name that doesn't resolve. */
function throughProxy(server: ChaosServer): Arrangement {
  // Node's own fetch takes its proxy from the process; tests in the extension host cover VS Code's.
  return {
    url: 'https://behind-the-proxy.invalid',
    close: setGlobalProxyFromEnv({ https_proxy: server.url }),
  };
}

/** Runs over the host's fetch only: undici uses no proxy here. */
const proxyRefusal = (
  what: string,
  how: Parameters<typeof refuseConnect>[0],
  expect: Cell['expect'],
): Cell => ({
  fault: `proxy: ${what}`,
  script: () => refuseConnect(how),
  timing: how === 'silence' ? shortTiming : {},
  arrange: throughProxy,
  ways: ['host'],
  expect,
});

describeSection('Connect', [
  {
    fault: 'refused',
    arrange: async (server) => {
      await server.close();
      return {};
    },
    expect: neverSent('network ECONNREFUSED', 2),
  },
  {
    fault: 'name not found',
    arrange: resolveNone,
    expect: neverSent('network ENOTFOUND', 2),
  },
  {
    fault: 'SYN dropped',
    timing: shortTiming,
    arrange: digBlackHole,
    ...neverConnected,
  },
  {
    fault: 'accepted, then silent',
    script: () => inTurn(silence),
    timing: shortHeaders,
    expect: each('timeout headers'),
  },
  {
    fault: 'accepted, then reset',
    script: () => (connection) => connection.reset(),
    expect: { GET: 'network ECONNRESET · 3 tries, no request', DELETE: sentOrNot, chat: sentOrNot },
  },
  {
    fault: 'accepted, then closed',
    script: () => (connection) => connection.end(),
    expect: neverSent('network UND_ERR_SOCKET', 1),
  },
  {
    fault: 'IPv6 broken, IPv4 works',
    script: () => inTurn(whole(200, '[]')),
    arrange: resolveBothFamilies,
    expect: { GET: '0 LoRAs · 1 request' },
  },
  proxyRefusal('407', 407, each('network PROXY_AUTH')),
  proxyRefusal('502', 502, {
    GET: 'network PROXY_502 · 3 requests',
    DELETE: 'network PROXY_502 · 2 requests',
    chat: 'network PROXY_502 · 2 requests',
  }),
  proxyRefusal('resets CONNECT', 'reset', {
    GET: 'network ECONNRESET · 3 requests',
    // fetch doesn't say that the proxy failed, so the request may have been sent.
    DELETE: 'network ECONNRESET · 1 request',
    chat: 'network ECONNRESET · 1 request',
  }),
  // There is no proxy that closes at CONNECT: Node's own proxy agent would silently ask it again forever.
  {
    ...proxyRefusal('silent at CONNECT', 'silence', {
      GET: 'timeout headers · 1 request, goes on connecting',
    }),
    leavesConnecting: () => true,
  },
]);
