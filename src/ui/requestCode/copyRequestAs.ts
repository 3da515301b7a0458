import * as vscode from 'vscode';
import { chatBody } from '../../api/chat/chatRequestWire.ts';
import type { ChatRequest } from '../../api/index.ts';
import { chatRequest } from '../../core/chats/session/chatRequest.ts';
import { settingsOf } from '../../core/chats/tree/column.ts';
import type { Conversation } from '../../core/chats/tree/conversation.ts';
import { contextOf } from '../../core/chats/tree/conversationTree.ts';
import { apiUrl } from '../../core/connections/connection.ts';
import { defaultSettings } from '../../core/presets/presets.ts';
import { keyVariable } from '../../core/requestCode/codeText.ts';
import { type CodeLanguage, isForPowerShellOnly, requestCode } from '../../core/requestCode/requestCode.ts';
import { isRefusedWhileHidden } from '../chats/actions/refusedWhileHidden.ts';
import type { ChatPanels } from '../chats/tab/chatPanels.ts';
import { modelFrom } from '../models/modelArguments.ts';
import type { WindowParts } from '../models/windowParts.ts';
import type { PresetsFile } from '../presets/presetsFile.ts';
import { sayBriefly, sayWarning } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';

interface Parts extends Pick<WindowParts, 'connections' | 'keys'> {
  panels: Pick<ChatPanels, 'active'>;
  presets: Pick<PresetsFile, 'read'>;
}

/** *Copy Request As*: the request of a chat, or a first one to a model, as code without the key. */
export async function copyRequestAs(language: CodeLanguage, argument: unknown, parts: Parts): Promise<void> {
  const { connections, keys } = parts;
  const chosen = await chosenRequest(argument, parts);
  if (!chosen) return;
  const connection = connections.byId(chosen.connectionId);
  if (!connection) {
    void sayWarning(t('The connection of this chat was removed. Choose another model first.'));
    return;
  }
  const code = requestCode(language, {
    apiUrl: apiUrl(connection),
    body: chatBody(chosen.request),
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
  { panels, presets }: Parts,
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
  const path = contextOf(conversation, column.leaf);
  const last = path.findLastIndex((turn) => turn.role === 'user');
  const asked = last === -1 ? [greeting()] : path.slice(0, last + 1);
  return chatRequest(column.name, settingsOf(conversation, column), asked);
}

function greeting() {
  const text = t('Hello');
  return { role: 'user', id: '', parent: undefined, text, at: 0 } as const;
}
