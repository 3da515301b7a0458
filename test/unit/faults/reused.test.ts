import { setImmediate } from 'node:timers/promises';
import { type Answer, answer, fin, inTurn, pause, reset, whole } from '../../service/faults/answers.ts';
import type { ChaosServer } from '../../service/faults/chaosServer.ts';
import { makeCertificate } from '../../service/network/certificates.ts';
import type { Cell } from './cell.ts';
import { loraName, outcomeOf } from './outcome.ts';
import { describeSection } from './section.ts';
import { trust } from './trust.ts';

/** A LoRA for GET and DELETE, a completion for a chat. */
const anyAnswer = JSON.stringify({
  name: loraName,
  unit_price: 1,
  choices: [{ index: 0, message: { content: 'ab' }, finish_reason: 'stop' }],
});
const emptyList = whole(200, '[]');
const own = makeCertificate({ host: '127.0.0.1' });

/** Makes a call after an earlier answer whose connection could be reused. */
const again = (
  fault: string,
  answers: Answer[],
  expect: Cell['expect'],
  settle: (server: ChaosServer) => Promise<unknown> = () => setImmediate(),
): Cell => ({
  fault,
  script: () => inTurn(...answers, whole(200, anyAnswer)),
  act: async ({ client, call, server, controller, errors }) => {
    await client.listLoras();
    await settle(server);
    const told = await outcomeOf(client, call, controller.signal, { errors });
    return `${told} (${server.connections[0]?.requests.length === 2 ? 'the same' : 'a new'} connection)`;
  },
  expect,
});

/** Only undici reuses the connection; a chat lost on it is sent once more, a deletion never. */
const lost = (code: string): Cell['expect'] => ({
  GET: {
    undici: '1 LoRAs (the same connection) · 3 requests',
    host: '1 LoRAs (a new connection) · 3 requests',
  },
  DELETE: {
    undici: `network ${code} (the same connection) · 2 requests`,
    host: `network ${code} (a new connection) · 2 requests`,
  },
  chat: {
    undici: '"ab", complete (stop) (the same connection) · 3 requests',
    host: `network ${code} (a new connection) · 2 requests`,
  },
});

describeSection('Reused connections', [
  again(
    'closed while idle',
    [answer(emptyList, fin)],
    {
      GET: '1 LoRAs (a new connection) · 2 requests',
      DELETE: `deleted ${loraName} (a new connection) · 2 requests`,
      chat: '"ab", complete (stop) (a new connection) · 2 requests',
    },
    async (server) => (await server.connection(0)).closed,
  ),
  again('reset when used again', [emptyList, reset], lost('ECONNRESET')),
  again('closed when used again', [emptyList, fin], lost('UND_ERR_SOCKET')),
  {
    ...again('closed when used again, over TLS', [emptyList, fin], lost('UND_ERR_SOCKET')),
    certificate: own,
    arrange: (_, way) => trust(own, way),
  },
  again('closed when it may have been worked on', [emptyList, answer(pause(1100), fin)], {
    chat: {
      undici: 'network UND_ERR_SOCKET (the same connection) · 2 requests',
      host: 'network UND_ERR_SOCKET (a new connection) · 2 requests',
    },
  }),
  again('closed within the next answer', [emptyList, answer('HTTP/1.1 200 O', fin)], {
    chat: {
      undici: 'network UND_ERR_SOCKET (the same connection) · 2 requests',
      host: 'network UND_ERR_SOCKET (a new connection) · 2 requests',
    },
  }),
  again('lost twice', [emptyList, fin, fin], {
    chat: {
      undici: 'network UND_ERR_SOCKET (the same connection) · 3 requests',
      host: 'network UND_ERR_SOCKET (a new connection) · 2 requests',
    },
  }),
]);
