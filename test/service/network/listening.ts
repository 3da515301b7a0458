import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface Listening extends AsyncDisposable {
  port: number;
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 only; rejects with the system's error, e.g. EADDRINUSE. Port 0: any free one. */
export async function listenHere(server: Server, wanted = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

/** A local port where nothing listens. */
export async function freePort(): Promise<number> {
  await using here = await listenHere(createServer());
  return here.port;
}
