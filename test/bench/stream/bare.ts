import { createParser } from 'eventsource-parser';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { model, prompt, type ReadChat } from './readChat.ts';

const agent = new Agent({ allowH2: false });
const json = {
  model,
  messages: [{ role: 'user', content: prompt }],
  stream: true,
  stream_options: { include_usage: true },
};

/**
 * The practical limit: the libraries that the client uses, and nothing else. It has no clocks, no errors, no tags and no
 * usage, can't be stopped, and trusts the shape of chunks.
 */
export const readChat: ReadChat = async (baseUrl, onText) => {
  const url = new URL(`${baseUrl}/api/v1/chat/completions`);
  const { body } = await request.call(agent, {
    origin: url.origin,
    path: url.pathname,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify(json),
  });
  const utf8 = new TextDecoder();
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      const content = JSON.parse(data).choices[0]?.delta.content;
      if (content) onText(content);
    },
  });
  for await (const bytes of body) parser.feed(utf8.decode(bytes, { stream: true }));
};
