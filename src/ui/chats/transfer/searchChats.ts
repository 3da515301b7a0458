import type * as vscode from 'vscode';
import type { ChatHit, ChatSearch, FoundTurn } from '../../../core/chats/transfer/chatSearch.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import { chatLine } from '../../shared/text/chatLine.ts';
import { t } from '../../shared/text/t.ts';

/** Max number of results shown. Nobody reads through more; another word narrows the results. */
const maxShown = 100;

/** `found`: the turn to show, if the match is in a message. */
type FoundChat = { id: string; found: Pick<FoundTurn, 'turn' | 'words'> | undefined };

type ChatItem = vscode.QuickPickItem & { chat: FoundChat };

/** *Search Chats…*: a quick pick that searches as the user types. Resolves with the chosen chat. */
export function searchChats(
  search: Pick<ChatSearch, 'searchChats' | 'prepare'>,
): Promise<FoundChat | undefined> {
  return pickUntil<ChatItem, FoundChat>((pick, { end, fail, owned }) => {
    pick.title = t('Search Chats');
    pick.placeholder = t('Search titles and messages');
    const ended = new AbortController();
    const show = async (query: string) => {
      pick.busy = true;
      const hits = await search.searchChats(query, ended.signal);
      // The query has changed, and its own result will follow.
      if (query !== pick.value) return;
      pick.items = hits.slice(0, maxShown).map(itemOf);
      pick.busy = false;
    };
    pick.onDidChangeValue((query) => void show(query).catch(fail));
    pick.onDidAccept(() => end(pick.selectedItems[0]?.chat));
    void show('').catch(fail);
    void search.prepare(ended.signal).catch(fail);
    // Stops reading the remaining files.
    owned.push({ dispose: () => ended.abort() });
  });
}

function itemOf({ summary, found }: ChatHit): ChatItem {
  return {
    label: withoutIcons(cleanText(summary.title) || t('Untitled')),
    description: withoutIcons(chatLine(summary)),
    ...(found && { detail: withoutIcons(said(found)) }),
    // The rows are filtered already; VS Code's filter would see only their text.
    alwaysShow: true,
    chat: { id: summary.id, found },
  };
}

/** Returns, e.g., "You: … and the refund is late …". */
function said({ name, snippet }: FoundTurn): string {
  const who = name === undefined ? t('You') : cleanText(name, 40) || t('Answer');
  return `${who}: ${cleanText(snippet)}`;
}
