import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatToHost, chatToHost } from '../../protocol/chatToHost.ts';
import type { Host } from './host.ts';

/** Sends a message from the chat page to the host. Returns false if it was held back, since a setting can't be as it was typed. */
export type Post = (message: ChatToHost) => boolean;

export const HostContext = createContext<
  { post: Post } & Pick<Host<never, typeof chatToHost, never>, 'request'>
>({
  post: () => true,
  request: async () => undefined,
});

export function usePost(): Post {
  return useContext(HostContext).post;
}
