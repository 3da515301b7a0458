import * as vscode from 'vscode';
import { chatBody } from '../../api/chat/chatRequestWire.ts';
import type { ChatRequest } from '../../api/index.ts';
import { chatRequest, sentRequest } from '../../core/chats/session/chatRequest.ts';
import { settingsOf } from '../../core/chats/tree/column.ts';
import type { Conversation } from '../../core/chats/tree/conversation.ts';
import { contextOf } from '../../core/chats/tree/conversationTree.ts';
import { apiUrl, type Connection } from '../../core/connections/connection.ts';
import { defaultSettings } from '../../core/presets/presets.ts';
import { keyVariable } from '../../core/requestCode/codeText.ts';
import { type CodeLanguage, isForPowerShellOnly, requestCode } from '../../core/requestCode/requestCode.ts';
import { isRefusedWhileHidden } from '../chats/actions/refusedWhileHidden.ts';
import type { ChatPanels } from '../chats/tab/chatPanels.ts';
import { modelFrom } from '../models/modelArguments.ts';
import type { WindowServices } from '../models/windowServices.ts';
import type { PresetsFile } from '../presets/presetsFile.ts';
import { sayBriefly, sayWarning } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';

interface Chats {
  panels: Pick<ChatPanels, 'active'>;
  presets: Pick<PresetsFile, 'read'>;
}

/** *Copy Request As*: the request of a chat, or a first one to a model, as code without the key. */
export async function copyRequestAs(
  language: CodeLanguage,
  argument: unknown,
  window: Pick<WindowServices, 'connections' | 'catalogs' | 'keys'>,
  chats: Chats,
): Promise<void> {
  const chosen = await chosenRequest(argument, chats);
  if (!chosen) return;
  const connection = window.connections.byId(chosen.connectionId);
  if (connection) return copyAsCode(language, connection, chosen.request, window);
  void sayWarning(t('The connection of this chat was removed. Choose another model first.'));
}

/** Copies a request as code in a language that the user chooses. */
export async function copyInChosenLanguage(
  connection: Connection,
  request: ChatRequest,
  window: Pick<WindowServices, 'catalogs' | 'keys'>,
): Promise<void> {
  const items: (vscode.QuickPickItem & { language: CodeLanguage })[] = [
    { label: t('cURL (bash)'), language: 'bash' },
    { label: t('cURL (Windows)'), language: 'windows' },
    { label: t('Python (openai)'), language: 'python' },
    { label: t('TypeScript (openai)'), language: 'typescript' },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: t('Copy Request As') });
  if (picked) await copyAsCode(picked.language, connection, request, window);
}

async function copyAsCode(
  language: CodeLanguage,
  connection: Connection,
  request: ChatRequest,
  { catalogs, keys }: Pick<WindowServices, 'catalogs' | 'keys'>,
): Promise<void> {
  const model = await catalogs.wireName({ connectionId: connection.id, name: request.model });
  const code = requestCode(language, {
    apiUrl: apiUrl(connection),
    body: chatBody({ ...request, model }),
    headerNames: Object.keys(await keys.headers(connection)),
  });
  await vscode.env.clipboard.writeText(code);
  sayBriefly(
    isForPowerShellOnly(code)
      ? t(
          "Copied for PowerShell: cmd can't run this request. The code reads the API key from the environment variable {0}.",
          keyVariable,
        )
      : t('Copied. The code reads the API key from the environment variable {0}.', keyVariable),
  );
}

async function chosenRequest(
  argument: unknown,
  { panels, presets }: Chats,
): Promise<{ connectionId: string; request: ChatRequest } | undefined> {
  const model = modelFrom(argument);
  if (model) {
    // Like a new chat with it: an adapter may be useless without its own system prompt.
    const settings = defaultSettings(await presets.read(), model.name);
    return { connectionId: model.connectionId, request: chatRequest(model.name, settings, [greeting()]) };
  }
  const conversation = panels.active?.conversation;
  if (!conversation || isRefusedWhileHidden(conversation)) return undefined;
  return { connectionId: conversation.columns[0].connectionId, request: lastRequest(conversation) };
}

/** The request for the first column's last answer as the chat would send it now, with its current model and settings. */
function lastRequest(conversation: Conversation): ChatRequest {
  const [column] = conversation.columns;
  const { name } = column;
  const settings = settingsOf(conversation, column);
  const path = contextOf(conversation, column.last, column.id);
  const answer = path.at(-1)?.answer;
  if (answer) return sentRequest(conversation, { ...answer, name, settings, sent: {} });
  return chatRequest(name, settings, path.length > 0 ? path : [greeting()]);
}

function greeting() {
  return { question: { id: '', text: t('Hello'), at: 0 } };
}
