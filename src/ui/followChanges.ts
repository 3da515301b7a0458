import * as vscode from 'vscode';
import { debounce } from '../base/debounce.ts';
import type { LateFeatures } from './lateFeatures.ts';
import type { WindowServices } from './models/windowServices.ts';
import { keepHistory, sendWith } from './shared/settings.ts';

/** Pages follow the kept chats at most once per interval. */
const pace = { restMs: 500, maxMs: 500 };

/** Updates open pages on outside changes; a new key triggers a retry where the last one was refused. */
export function followChanges(
  {
    connections,
    keys,
    catalogs,
    pending,
    offered,
  }: Pick<WindowServices, 'connections' | 'keys' | 'catalogs' | 'pending' | 'offered'>,
  {
    chats,
    details,
    chatsChanged,
  }: {
    chats: { made: { panels: { refresh(): void } } | undefined };
    details: { made: { refresh(): void } | undefined };
    chatsChanged: Pick<LateFeatures['chatsChanged'], 'event'>;
  },
): vscode.Disposable {
  const refresh = () => {
    chats.made?.panels.refresh();
    details.made?.refresh();
  };
  // A streaming chat writes often; the pages only list it.
  const refreshSoon = debounce(() => details.made?.refresh(), pace);
  return vscode.Disposable.from(
    connections.onDidChange(refresh),
    catalogs.onDidChange((connectionId) => {
      if (catalogs.isFresh(connectionId)) {
        pending.forgetListed(connectionId, (model) => catalogs.find(model) !== undefined);
      }
      refresh();
    }),
    pending.onDidChange(refresh),
    offered.onDidChange(() => details.made?.refresh()),
    chatsChanged.event(() => refreshSoon()),
    new vscode.Disposable(refreshSoon.cancel),
    keys.onDidChange(() => void catalogs.followKeys()),
    keepHistory.onDidChange(refresh),
    sendWith.onDidChange(refresh),
  );
}
