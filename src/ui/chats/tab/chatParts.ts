import * as vscode from 'vscode';
import type { Logger } from '../../../api/index.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { settingsAfterMove } from '../../../core/presets/presets.ts';
import type { ChatFrame } from '../../../protocol/chat.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../../models/catalogs.ts';
import type { PendingDeletions } from '../../models/pendingDeletions.ts';
import { pickModel } from '../../models/pickModel.ts';
import type { PresetsFile } from '../../presets/presetsFile.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { userSetting } from '../../shared/settings.ts';
import { ModelViews } from '../page/modelView.ts';
import type { ConnectionName } from '../page/turnViews.ts';
import { exportChats } from '../transfer/exportChats.ts';
import { askedModel } from './askedModel.ts';
import { keepsHistory } from './keepsHistory.ts';
import type { LastEditor } from './lastEditor.ts';

/** What a chat tab needs from the rest of the extension. */
export interface ChatPanelParts {
  extensionUri: vscode.Uri;
  modelViews: ModelViews;
  connectionName(connectionId: string): ConnectionName;
  log: Logger;
  sendWith(): ChatFrame['sendWith'];
  /** Whether chats are written to disk. */
  keepsHistory(): boolean;
  chooseModel(session: ChatSession): Promise<void>;
  exportChat(session: ChatSession): Promise<void>;
  lastEditor: Pick<LastEditor, 'insert' | 'current'>;
  documents: Pick<ReadOnlyDocuments, 'open'>;
  /** Continues as a new chat in its own tab. */
  forkChat(session: ChatSession): Promise<void>;
  /** Lets the user pick another model and asks it for one more answer. */
  regenerateWith(session: ChatSession, turn: string): Promise<void>;
  presets: PresetsFile;
}

export interface ChatPartSources {
  extensionUri: vscode.Uri;
  connections: Connections;
  catalogs: Catalogs;
  pending: PendingDeletions;
  lastEditor: ChatPanelParts['lastEditor'];
  presets: PresetsFile;
  documents: ChatPanelParts['documents'];
  log: Logger;
}

export function chatParts(sources: ChatPartSources, forkChat: ChatPanelParts['forkChat']): ChatPanelParts {
  const { extensionUri, connections, catalogs, pending, lastEditor, presets, documents, log } = sources;
  const connectionName = (id: string) =>
    connections.byId(id) ?? { name: vscode.l10n.t('removed connection'), baseUrl: 'https://removed.invalid' };
  return {
    extensionUri,
    lastEditor,
    documents,
    log,
    presets,
    modelViews: new ModelViews(connections, catalogs, pending),
    connectionName,
    keepsHistory,
    forkChat,
    sendWith: () => (userSetting('hostedModels', 'chat.send') === 'modEnter' ? 'modEnter' : 'enter'),
    exportChat: async ({ conversation }) => {
      const { name } = connectionName(conversation.connectionId);
      await exportChats([{ conversation, connectionName: name }]);
    },
    async chooseModel(session: ChatSession) {
      const title = vscode.l10n.t('Model of the Chat');
      const model = await pickModel(sources, { title });
      if (!model) return;
      const { settings, model: before } = session.conversation;
      const after = settingsAfterMove(presets.presets, settings, before, model.name);
      await session.setModel(model.connectionId, model.name, after);
    },
    async regenerateWith(session: ChatSession, turn: string) {
      const title = vscode.l10n.t('Regenerate With');
      const model = await pickModel(sources, { title });
      if (model) await session.regenerate(turn, askedModel(session.conversation, presets.presets, model));
    },
  };
}
