import { head } from './answers.ts';
import type { ChaosConnection } from './chaosConnection.ts';
import type { Script } from './chaosServer.ts';

/** How a proxy answers CONNECT: with this status, a reset, or nothing at all. */
export function refuseConnect(how: number | 'reset' | 'fin' | 'silence'): Script {
  return async (connection: ChaosConnection) => {
    const request = await connection.nextRequest();
    if (request === undefined || how === 'silence') return;
    if (how === 'reset') connection.reset();
    else if (how === 'fin') connection.end();
    else {
      await connection.write(head(how, { 'content-length': '0', connection: 'close' }));
      connection.end();
    }
  };
}
