import * as vscode from 'vscode';
import type { ChatHit, ChatSearch } from '../../../core/chats/transfer/chatSearch.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import { briefTime } from '../../shared/text/time.ts';

/** Nobody reads through more; another word narrows the results. */
const mostShown = 100;

/** `turn`: the one to show, if the match is in a message. */
type FoundChat = { id: string; turn: string | undefined };

type ChatItem = vscode.QuickPickItem & { found: FoundChat };

/** *Search Chats…*: a quick pick that searches as the user types. Resolves with the chosen chat. */
export function searchChats(
  search: Pick<ChatSearch, 'searchChats' | 'prepare'>,
): Promise<FoundChat | undefined> {
  return pickUntil<ChatItem, FoundChat>((pick, { end, fail, owned }) => {
    pick.title = vscode.l10n.t('Search Chats');
    pick.placeholder = vscode.l10n.t('Search titles and messages');
    const ended = new AbortController();
    const show = async (query: string) => {
      pick.busy = true;
      const hits = await search.searchChats(query, ended.signal);
      // The query has changed: its own result is on the way.
      if (query !== pick.value) return;
      pick.items = hits.slice(0, mostShown).map(itemOf);
      pick.busy = false;
    };
    pick.onDidChangeValue((query) => void show(query).catch(fail));
    pick.onDidAccept(() => end(pick.selectedItems[0]?.found));
    void show('').catch(fail);
    void search.prepare(ended.signal).catch(fail);
    // Stops reading the remaining files.
    owned.push({ dispose: () => ended.abort() });
  });
}

function itemOf({ summary, turn, snippet }: ChatHit): ChatItem {
  return {
    label: withoutIcons(cleanText(summary.title) || vscode.l10n.t('Untitled')),
    description: withoutIcons(`${cleanText(summary.model, 80)} · ${briefTime(summary.updatedAt)}`),
    ...(snippet === '' ? {} : { detail: withoutIcons(cleanText(snippet)) }),
    // Already filtered: VS Code's filter sees only the text of the row.
    alwaysShow: true,
    found: { id: summary.id, turn },
  };
}
