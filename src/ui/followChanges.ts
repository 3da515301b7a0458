import * as vscode from 'vscode';
import { debounce } from '../base/debounce.ts';
import type { Emitter } from '../base/emitter.ts';
import type { WindowParts } from './models/windowParts.ts';
import { keepHistory, sendWith } from './shared/settings.ts';

/** Pages follow the kept chats at most once per interval. */
const pace = { restMs: 500, maxMs: 500 };

interface Parts extends Pick<WindowParts, 'connections' | 'keys' | 'catalogs' | 'pending' | 'offered'> {
  chats: { readonly made: { panels: { refresh(): void } } | undefined };
  details: { readonly made: { refresh(): void } | undefined };
  chatsChanged: Pick<Emitter<string>, 'event'>;
}

/** Updates open pages on outside changes; a new key triggers a retry where the last one was refused. */
export function followChanges(parts: Parts): vscode.Disposable {
  const { connections, keys, catalogs, pending, offered, chats, details, chatsChanged } = parts;
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
