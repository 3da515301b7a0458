import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';

const agent = new Agent({ allowH2: false });

/** A JSON endpoint read with undici alone, with the headers that our client sends. */
export async function getJson(url: URL): Promise<unknown> {
  const { body } = await request.call(agent, {
    origin: url.origin,
    path: url.pathname,
    method: 'GET',
    headers: {
      'accept-encoding': 'identity',
      'user-agent': 'hosted-models',
      authorization: 'Bearer bench',
      accept: 'application/json',
    },
  });
  return body.json();
}
