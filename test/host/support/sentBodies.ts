import type { World } from './world.ts';

/** A chat request's body as sent. */
export interface SentBody extends Record<string, unknown> {
  model: string;
  messages: { role: string; content: string }[];
}

/** The bodies of the chat requests so far, in order. */
export function sentBodies({ service }: Pick<World, 'service'>): SentBody[] {
  const chats = service.requests.filter(({ path }) => path === '/api/v1/chat/completions');
  return chats.map(({ body }) => JSON.parse(body) as SentBody);
}

/** What was said in a request, from the first message on. */
export function saidIn({ messages }: SentBody): string[] {
  return messages.map(({ content }) => content);
}
