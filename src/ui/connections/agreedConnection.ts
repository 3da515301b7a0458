import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { sayWarning } from '../shared/messages.ts';
import type { Connections } from './connections.ts';

type Agreed = Pick<Connection, 'id' | 'name' | 'baseUrl'>;
type ById = Pick<Connections, 'byId'>;

/** Returns the current connection if it is still the same service; otherwise tells the user. */
export function sameConnection(connections: ById, { id, name, baseUrl }: Agreed): Connection | undefined {
  const now = connections.byId(id);
  if (now?.baseUrl === baseUrl) return now;
  void sayWarning(
    now
      ? vscode.l10n.t('{0} has another address now. Nothing was deleted.', cleanText(now.name, 60))
      : vscode.l10n.t('{0} was removed. Nothing was deleted.', cleanText(name, 60)),
  );
  return undefined;
}

/** Like `sameConnection`, but also requires that the connection is writable. */
export function writableConnection(connections: ById, agreed: Agreed): Connection | undefined {
  const now = sameConnection(connections, agreed);
  if (!now?.readOnly) return now;
  void sayWarning(vscode.l10n.t('{0} is read-only. Nothing was deleted.', cleanText(now.name, 60)));
  return undefined;
}
