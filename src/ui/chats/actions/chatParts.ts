import * as vscode from 'vscode';
import type { Attachment } from '../../../core/attachments/attachment.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { findModel } from '../../../core/models/catalog.ts';
import { isSameModel } from '../../../core/models/recentModels.ts';
import { settingsAfterMove } from '../../../core/presets/presets.ts';
import { pickModel } from '../../models/pickModel.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import type { PresetsFile } from '../../presets/presetsFile.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { pageModels } from '../page/pageModel.ts';
import { refusedSettings } from '../page/refusedSettings.ts';
import { exportChats } from '../transfer/exportChats.ts';
import { askedModel } from './askedModel.ts';
import { hidesModels } from './hidesModels.ts';
import type { LastEditor } from './lastEditor.ts';

interface Sources
  extends Pick<WindowParts, 'connections' | 'clients' | 'catalogs' | 'pending' | 'recent' | 'log'> {
  extensionUri: vscode.Uri;
  lastEditor: LastEditor;
  presets: PresetsFile;
  documents: Pick<ReadOnlyDocuments, 'open' | 'putText'>;
}

export type ChatPanelParts = ReturnType<typeof chatParts>;

/** What a composer holds. */
export interface Draft {
  text: string;
  attachments: readonly Attachment[];
}

interface Tabs {
  /** Continues a chat as a new one in its own tab. */
  forkChat(session: ChatSession): Promise<void>;
  /** Opens a chat made from `session` in a tab of its own. */
  openNew(conversation: Conversation, session: ChatSession, draft?: Draft): Promise<unknown>;
  /** Closes the chat's tab, unless something of it would be lost. */
  closeKept(session: ChatSession): void;
}

/** What a chat tab needs from the rest of the extension. */
export function chatParts(sources: Sources, tabs: Tabs) {
  const { extensionUri, connections, catalogs, lastEditor, presets, documents, recent, log } = sources;
  /** Picks a model for a chat and notes that it is used. */
  const pickFor = async ({ conversation }: ChatSession, title: string) => {
    const { connectionId, model: name } = conversation;
    const model = await pickModel(sources, { title, own: { connectionId, name }, recent: recent.all });
    if (model) recent.use(model);
    return model;
  };
  return {
    extensionUri,
    lastEditor,
    documents,
    log,
    presets,
    recent,
    pageModel: pageModels(sources),
    refused: refusedSettings(sources),
    connections,
    ...tabs,
    pickFor,
    isBaseModel(connectionId: string, name: string): boolean {
      const connection = connections.byId(connectionId);
      return connection !== undefined && findModel(catalogs.of(connection), name)?.kind === 'baseModel';
    },
    /** Asks the service anew which models it has. */
    refreshModels(connectionId: string): void {
      const connection = connections.byId(connectionId);
      if (connection) void catalogs.loader(connection).refresh({ isNew: true });
    },
    exportChat: ({ conversation }: ChatSession) => exportChats([conversation], connections),
    async chooseModel(session: ChatSession) {
      const model = await pickFor(session, vscode.l10n.t('Select Chat Model'));
      const { connectionId, settings, model: before } = session.conversation;
      if (!model || isSameModel(model, { connectionId, name: before })) return;
      const after = settingsAfterMove(presets.presets, settings, before, model.name);
      await session.setModel(model.connectionId, model.name, after);
    },
    /** Lets the user pick another model and asks it for one more answer. */
    async regenerateWith(session: ChatSession, turn: string) {
      // A comparison's answers are its columns' models'.
      if (hidesModels(session.conversation) || session.conversation.comparison) return;
      const model = await pickFor(session, vscode.l10n.t('Regenerate With'));
      if (model) await session.regenerate(turn, askedModel(session.conversation, presets.presets, model));
    },
  };
}
