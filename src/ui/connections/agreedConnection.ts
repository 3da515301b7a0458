import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { sayWarning } from '../shared/messages.ts';

type Agreed = Pick<Connection, 'id' | 'name' | 'baseUrl'>;
interface ById {
  byId(id: string): Connection | undefined;
}

/** The connection as it is now, as long as it is the same service; else the person is told. */
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

/** The same where something may be deleted through it. */
export function writableConnection(connections: ById, agreed: Agreed): Connection | undefined {
  const now = sameConnection(connections, agreed);
  if (!now?.readOnly) return now;
  void sayWarning(vscode.l10n.t('{0} is read-only. Nothing was deleted.', cleanText(now.name, 60)));
  return undefined;
}
