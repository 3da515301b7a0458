import { randomUUID } from 'node:crypto';
import type { ChatLibrary } from '../../../src/core/chats/chatLibrary.ts';
import { recordsOf } from '../../../src/core/chats/disk/forkChat.ts';
import { chatOf } from '../../unit/core/chats/chatScript.ts';
import { column, newAnswer, newQuestion } from '../../unit/core/fixtures.ts';
import type { World } from './world.ts';

/** Keeps a chat with one question, its title, and an answer. Returns its id. */
export async function keptChat(
  { connection }: World,
  { store }: ChatLibrary,
  title: string,
  answer = 'Dear customer',
  daysAgo = 0,
): Promise<string> {
  const id = randomUUID();
  const at = Date.now() - daysAgo * 86_400_000;
  const turns = [newQuestion('u1', undefined, title), newAnswer('a1', 'u1', answer)].map((turn) => ({
    ...turn,
    at,
  }));
  const columns = [column('tone', { connectionId: connection.id, last: 'a1' })] as const;
  const conversation = chatOf(turns, 'a1', { id, title, columns, createdAt: at, updatedAt: at });
  await store.append(id, recordsOf(conversation));
  return id;
}
