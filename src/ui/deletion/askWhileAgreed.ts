import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Agreement, whyNotWritable } from '../../core/deletion/deletion.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { sayWarning } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';

type ById = Pick<WindowServices['connections'], 'byId'>;

/** Returns the current connection if it still has the same address; otherwise tells the user. */
export function sameConnection(connections: ById, agreed: Agreement['connection']): Connection | undefined {
  const now = connections.byId(agreed.id);
  const why = whyNotWritable(agreed, now);
  return why === undefined || why === 'readOnly' ? now : sayWhy(why, now ?? agreed);
}

/** Like `sameConnection`, but also requires that the connection is writable. */
export function writableConnection(connections: ById, agreed: Agreement['connection']) {
  const now = sameConnection(connections, agreed);
  return now?.readOnly ? sayWhy('readOnly', now) : now;
}

/**
 * Asks the user; `signal` aborts, to close the question, once anything that was agreed to has changed. The dialogs may be open for
 * long, so all of it is checked again after the answer. Resolves with the answer; with `undefined` if there is none, or the user was
 * told why it comes too late.
 */
export async function askWhileAgreed<T>(
  { connections, clients, keys }: Pick<WindowServices, 'connections' | 'clients' | 'keys'>,
  { connection, credentials }: Agreement,
  ask: (signal: AbortSignal) => Promise<T | undefined>,
): Promise<T | undefined> {
  const abort = new AbortController();
  const { signal } = abort;
  const check = async (): Promise<void> => {
    const now = connections.byId(connection.id);
    const isOpen = now && whyNotWritable(connection, now) === undefined;
    if (!isOpen || (await clients.credentials(now)) !== credentials) abort.abort();
  };
  const following = [connections, keys].map(({ onDidChange }) => onDidChange(() => void check()));
  try {
    const answer = await ask(signal);
    if (answer === undefined && !signal.aborted) return undefined;
    const now = writableConnection(connections, connection);
    if (!now) return undefined;
    const isSame = (await clients.credentials(now)) === credentials && !signal.aborted;
    return isSame ? answer : sayWhy('keyChanged', now);
  } finally {
    for (const one of following) one.dispose();
  }
}

function sayWhy(
  why: NonNullable<ReturnType<typeof whyNotWritable>> | 'keyChanged',
  { name }: Pick<Connection, 'name'>,
): undefined {
  const shown = cleanText(name, 60);
  const texts: Record<typeof why, string> = {
    removed: t('{0} was removed. Nothing was deleted.', shown),
    moved: t('{0} has another address now. Nothing was deleted.', shown),
    readOnly: t('{0} is read-only. Nothing was deleted.', shown),
    keyChanged: t('The API key of {0} was changed meanwhile. Nothing was deleted.', shown),
  };
  void sayWarning(texts[why]);
}
