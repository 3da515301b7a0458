import assert from 'node:assert/strict';
import { createUndiciTransport } from '../../../../src/api/index.ts';
import type { TokenLogprob } from '../../../../src/api/types.ts';
import {
  clientFor,
  collect,
  data,
  doneEvent,
  helloRequest,
  sendEvents,
  sendJson,
  serve,
} from '../harness.ts';

const told = (token: unknown, logprob: unknown) => ({ token, logprob, bytes: null, top_logprobs: [] });
const choice = (content: unknown, text = 'Hi') => ({
  choices: [
    {
      index: 0,
      delta: { content: text },
      message: { content: text },
      logprobs: content,
      finish_reason: null,
    },
  ],
});

describe('Logprobs of an answer', () => {
  async function read(answer: Parameters<typeof serve>[0]): Promise<TokenLogprob[]> {
    await using server = await serve(answer);
    const tokens: TokenLogprob[] = [];
    const client = clientFor(server.url, await createUndiciTransport());
    await collect(client.streamChat(helloRequest, { onLogprobs: (more) => tokens.push(...more) }));
    return tokens;
  }

  it('are told from a stream as from one JSON answer', async () => {
    const content = { content: [told('Hi', -0.5), told(' there', 0)] };
    const wanted = [
      { token: 'Hi', logprob: -0.5 },
      { token: ' there', logprob: 0 },
    ];
    assert.deepEqual(await read((_, response) => sendJson(response, choice(content))), wanted);
    const first = data(choice({ content: [told('Hi', -0.5)] }));
    const second = data(choice({ content: [told(' there', 0)] }));
    assert.deepEqual(
      await read((_, response) => sendEvents(response, first, second, doneEvent).end()),
      wanted,
    );
  });

  it('are none where a server gives none, or something else', async () => {
    for (const content of [
      null,
      {},
      { content: null },
      { content: 'x' },
      { content: [7, told(1, -1), told('x', '-1')] },
    ])
      assert.deepEqual(
        await read((_, response) => sendEvents(response, data(choice(content)), doneEvent).end()),
        [],
      );
  });
});
