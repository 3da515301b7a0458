import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatToHost, chatToHost } from '../../protocol/chatToHost.ts';
import type { Host } from './host.ts';

/** Sends a message from the chat page to the host. */
export type Post = (message: ChatToHost) => void;

export const HostContext = createContext<Pick<Host<never, typeof chatToHost, never>, 'post' | 'request'>>({
  post: () => undefined,
  request: async () => undefined,
});

export function usePost(): Post {
  return useContext(HostContext).post;
}
