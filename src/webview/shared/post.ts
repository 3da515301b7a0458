import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatToHost } from '../../protocol/chatToHost.ts';

/** Sends a message from the chat page to the host. */
export type Post = (message: ChatToHost) => void;

export const PostContext = createContext<Post>(() => undefined);

export function usePost(): Post {
  return useContext(PostContext);
}
