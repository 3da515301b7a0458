import { listedModels } from '../../../core/chats/disk/chatSummary.ts';
import { chatsJson, connectionsIn, type NamedChat } from '../../../core/chats/transfer/chatJson.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import type { Connections } from '../../connections/connections.ts';
import { exportFile } from '../../shared/exportFile.ts';
import { isAgreed } from '../../shared/messages.ts';
import { fileName } from '../../shared/text/shownPath.ts';
import { plural, t } from '../../shared/text/t.ts';
import { chatMarkdown } from './chatMarkdown.ts';

/**
 * *Export…*: asks for the format and a location, possibly remote, and writes the chats there as one file: the shown paths as
 * Markdown, or everything, with all siblings, as JSON that *Import…* reads.
 */
export async function exportChats(
  conversations: readonly Conversation[],
  connections: Pick<Connections, 'named'>,
): Promise<void> {
  const [first] = conversations;
  if (!first) return;
  const chats = conversations.map((conversation) => withNames(conversation, connections));
  const isAnyHidden = conversations.some(hidesModels);
  await exportFile({
    title: plural(chats.length, 'Export Chat', 'Export {0} Chats'),
    name:
      chats.length === 1
        ? fileName(first.title || (listedModels(first).models[0]?.name ?? ''), 'chat')
        : 'chats',
    formats: [
      {
        label: 'Markdown',
        description: t('to read'),
        suffix: 'md',
        content: () => chats.map(chatMarkdown).join('\n---\n\n'),
      },
      {
        label: 'JSON',
        description: isAnyHidden
          ? t('to import again, with all versions and the hidden names')
          : t('to import again, with all versions'),
        suffix: 'json',
        content: () => chatsJson(chats),
        ...(isAnyHidden && { isWanted }),
      },
    ],
    said: (place) => [
      plural(chats.length, 'The chat was exported to {1}.', '{0} chats were exported to {1}.', place),
    ],
  });
}

/** Asks the user before hidden models are exported: the JSON file says which model gave which answer. */
function isWanted(): Promise<boolean> {
  return isAgreed(
    t('Export the hidden models, too?'),
    t('A blind question waits for your vote. The file names the model of each of its answers.'),
    t('Export'),
  );
}

function withNames(conversation: Conversation, connections: Pick<Connections, 'named'>): NamedChat {
  const names = connectionsIn(conversation).map((id) => [id, connections.named(id).name] as const);
  return { conversation, connectionNames: new Map(names) };
}
