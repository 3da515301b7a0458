import * as vscode from 'vscode';
import type { ChatHit, ChatSearch } from '../../../core/chats/transfer/chatSearch.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import { briefTime } from '../../shared/text/time.ts';

/** More are never read through; the next word narrows them. */
const mostShown = 100;

export interface FoundChat {
  id: string;
  /** The turn to show, where the words were found in what was said. */
  turn: string | undefined;
}

interface ChatItem extends vscode.QuickPickItem {
  found: FoundChat;
}

/** *Search Chats…*: a quick pick whose items follow what is typed. Resolves to the chat that was chosen. */
export function searchChats(
  search: Pick<ChatSearch, 'searchChats' | 'prepare'>,
): Promise<FoundChat | undefined> {
  return pickUntil<ChatItem, FoundChat>((pick, end, owned) => {
    pick.title = vscode.l10n.t('Search Chats');
    pick.placeholder = vscode.l10n.t('Words of a title or of what was said');
    const ended = new AbortController();
    const fail = (error: unknown) => end(Promise.reject(error));
    const show = async (query: string) => {
      pick.busy = true;
      const hits = await search.searchChats(query, ended.signal);
      // Another word was typed meanwhile: its own answer is on its way.
      if (query !== pick.value) return;
      pick.items = hits.slice(0, mostShown).map(itemOf);
      pick.busy = false;
    };
    pick.onDidChangeValue((query) => void show(query).catch(fail));
    pick.onDidAccept(() => end(pick.selectedItems[0]?.found));
    void show('').catch(fail);
    void search.prepare(ended.signal).catch(fail);
    // Nobody waits for the rest of the files any more.
    owned.push({ dispose: () => ended.abort() });
  });
}

function itemOf({ summary, turn, snippet }: ChatHit): ChatItem {
  return {
    label: withoutIcons(cleanText(summary.title) || vscode.l10n.t('Untitled')),
    description: withoutIcons(`${cleanText(summary.model, 80)} · ${briefTime(summary.updatedAt)}`),
    ...(snippet === '' ? {} : { detail: withoutIcons(cleanText(snippet)) }),
    // Found by us: VS Code's own filter knows only what stands in the row.
    alwaysShow: true,
    found: { id: summary.id, turn },
  };
}
