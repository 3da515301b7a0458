import { isAddedField } from '../../../api/config/chatFields.ts';
import type { TargetModel } from '../../../core/chats/session/askedTurns.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { type ChatSettings, keptSettings } from '../../../core/chats/tree/chatSettings.ts';
import { type Column, settingsOf } from '../../../core/chats/tree/column.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { isSameModel, type NamedModel } from '../../../core/models/modelKey.ts';
import { type Preset, settingsAfterMove } from '../../../core/presets/presets.ts';
import type { PageRefusal } from '../../../protocol/chat.ts';
import { pickModel } from '../../models/pickModel.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import { PresetsFile } from '../../presets/presetsFile.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { t } from '../../shared/text/t.ts';
import { pageModels } from '../page/pageModel.ts';
import { exportChats } from '../transfer/chatFiles.ts';
import { chatService } from './chatService.ts';
import { keyHint } from './keyHint.ts';
import type { LastEditor } from './lastEditor.ts';
import { isRefusedWhileHidden } from './refusedWhileHidden.ts';

export type ChatTabServices = ReturnType<typeof chatTabServices>;

interface Tabs {
  /** Continues a chat as a new one in its own tab. */
  forkChat(session: ChatSession): Promise<void>;
  /** Opens a chat made from `session` in a tab of its own. */
  openNew(conversation: Conversation, session: ChatSession): Promise<unknown>;
}

/** Makes what all chat tabs share. */
export function chatTabServices(
  window: Pick<
    WindowServices,
    | 'connections'
    | 'clients'
    | 'catalogs'
    | 'pending'
    | 'recent'
    | 'memory'
    | 'extensionUri'
    | 'globalStorageUri'
    | 'log'
  > & { documents: Pick<ReadOnlyDocuments, 'open' | 'putText'> },
  lastEditor: LastEditor,
  { forkChat, openNew }: Tabs,
) {
  const { connections, catalogs, recent, memory, globalStorageUri, log } = window;
  const presets = new PresetsFile(globalStorageUri, log);
  const pageModel = pageModels(window);
  const service = chatService(window, (column) => pageModel(column).gone !== undefined);
  /** Lets the user pick a model, in place of a column's or beside it, and notes that the model is used. */
  const pickFor = async ({ connectionId, name }: Column, title: string) => {
    const model = await pickModel(window, { title, own: { connectionId, name }, recent: recent.all });
    if (model) recent.use(model);
    return model;
  };
  return {
    ...window,
    ...{ lastEditor, presets, pageModel, service, forkChat, openNew },
    keyHint: keyHint(memory),
    refused: refusedSettings(window),
    pickFor,
    isBaseModel: ({ connectionId, name }: NamedModel) =>
      catalogs.find({ connectionId, kind: 'baseModel', name }) !== undefined,
    baseOf: (model: NamedModel) => catalogs.baseOf({ ...model, kind: 'lora' }),
    /** Requests a new list of a connection's models. */
    refreshModels(connectionId: string): void {
      const connection = connections.byId(connectionId);
      if (connection) void catalogs.loader(connection).refresh({ isNew: true });
    },
    exportChat: ({ conversation }: ChatSession) => exportChats([conversation], connections),
    /** *Choose Model*: lets the user pick another model for a column. */
    async chooseModel(session: ChatSession, column: Column) {
      if (isRefusedWhileHidden(session.conversation)) return;
      const model = await pickFor(column, t('Select Chat Model'));
      if (!model || isSameModel(model, column)) return;
      const { columns, settings } = session.conversation;
      // With several columns, the shared settings stay as they are.
      const after =
        columns.length === 1
          ? settingsAfterMove(presets.presets, settings, column.name, model.name)
          : undefined;
      await session.setModel(column.id, model, after);
    },
    /**
     * Lets the user pick another model and asks it for one more answer. Does nothing if there are several columns, which can have
     * the other model.
     */
    async regenerateWith(session: ChatSession, turn: string) {
      const column = session.columnOf(turn);
      const { conversation } = session;
      if (!column || conversation.columns.length > 1 || isRefusedWhileHidden(conversation)) return;
      const model = await pickFor(column, t('Regenerate With'));
      if (model)
        await session.regenerate(turn, targetModel(session.conversation, column, presets.presets, model));
    },
  };
}

/** Tells which settings are not sent to a model because its service refused them, and sends them again on request. */
function refusedSettings({ connections, clients }: Pick<WindowServices, 'connections' | 'clients'>) {
  const names = Object.keys(keptSettings.entries) as (keyof ChatSettings)[];
  /** Returns the setting of a request field, e.g. `topP` for `top_p`; one without a setting comes from the extra JSON. */
  const settingOf = (field: string): keyof ChatSettings => {
    const own = field.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
    return names.find((name) => name === own) ?? 'extra';
  };
  return {
    of({ connectionId, name }: NamedModel): PageRefusal[] {
      const connection = connections.byId(connectionId);
      if (!connection) return [];
      const fields = clients.for(connection).refusedFields(name);
      const bySetting = Map.groupBy(
        fields.filter((field) => !isAddedField(field)),
        settingOf,
      );
      return [...bySetting].map(([setting, refused]) => {
        const listed = refused.map((field) => cleanText(field, 60)).join(', ');
        const text = t("Not sent: {0} doesn't accept {1} for {2}.", connection.name, listed, cleanText(name));
        return { setting, text };
      });
    },
    sendAgain({ connectionId, name }: NamedModel): void {
      const connection = connections.byId(connectionId);
      if (connection) clients.for(connection).forgetRefusedFields(name);
    },
  };
}

/** Returns how another model is asked in a column: with the settings that the column would have after switching to it. */
function targetModel(
  conversation: Conversation,
  column: Column,
  presets: readonly Preset[],
  { connectionId, name }: NamedModel,
): TargetModel {
  const settings = settingsAfterMove(presets, settingsOf(conversation, column), column.name, name);
  return { connectionId, name, settings };
}

/** Returns the model for asking again: the answer's own if it was chosen for that answer alone, else `undefined`. */
export function otherModelOf(
  session: Pick<ChatSession, 'conversation' | 'columnOf'>,
  turn: string,
  presets: readonly Preset[],
): TargetModel | undefined {
  const { conversation } = session;
  const answer = conversation.answers.get(turn);
  const column = session.columnOf(turn);
  if (!answer?.isApart || !column) return undefined;
  return targetModel(conversation, column, presets, answer);
}
