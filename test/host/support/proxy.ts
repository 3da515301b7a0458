import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface LocalProxy {
  url: string;
  /** `CONNECT host:port`, or `GET http://host/…`, as it came. */
  seen: string[];
  close(): Promise<void>;
}

/** A proxy on 127.0.0.1 that takes every request, whatever its host, to `port` of this machine. */
export async function startProxy(port: number): Promise<LocalProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const { pathname, search } = new URL(request.url ?? '');
    const { method, headers } = request;
    const passed = sendRequest(
      { host: '127.0.0.1', port, path: pathname + search, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(passed);
  });
  server.on('connect', (request, client: Socket, head: Buffer) => {
    seen.push(`CONNECT ${request.url}`);
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    sockets.add(client).add(target);
    for (const socket of [client, target]) socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
