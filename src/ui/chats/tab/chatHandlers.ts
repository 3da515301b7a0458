import * as vscode from 'vscode';
import { rowsOf } from '../../../core/chats/columns/rows.ts';
import { voteOn } from '../../../core/chats/columns/votes.ts';
import { columnAsChat } from '../../../core/chats/disk/forkChat.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { promptSetRows } from '../../../core/chats/transfer/promptSetRow.ts';
import { type ChatSettings, typedSettings } from '../../../core/chats/tree/chatSettings.ts';
import { type Column, settingsOf } from '../../../core/chats/tree/column.ts';
import { isHidden, questionOf, turnOf } from '../../../core/chats/tree/conversationTree.ts';
import { textWithCalls } from '../../../core/messageContent.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import type { AlertAction } from '../../../protocol/chat.ts';
import type { chatToHost } from '../../../protocol/chatToHost.ts';
import { savePreset } from '../../presets/presetsFile.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import { parsed } from '../../shared/parsed.ts';
import { t } from '../../shared/text/t.ts';
import { type ChatTabServices, otherModelOf } from '../actions/chatTabServices.ts';
import { openNewFile } from '../actions/newCodeFile.ts';
import { openWebLink } from '../actions/openLink.ts';
import { isRefusedWhileHidden } from '../actions/refusedWhileHidden.ts';
import type { ChatAttachments } from '../attachments/chatAttachments.ts';
import { openDiff } from '../columns/openDiff.ts';
import { cellColumn } from '../columns/pageRows.ts';
import { pageExchange, requestText } from '../page/pageExchange.ts';
import { addToPromptSet } from '../transfer/addToPromptSet.ts';
import type { PageProjection } from './pageProjection.ts';

interface Context {
  session: ChatSession;
  page: PageProjection;
  attachments: ChatAttachments;
  services: ChatTabServices;
  /** What only the tab itself can do. */
  tab: Pick<Handlers<typeof chatToHost>, 'ready' | 'draft' | 'edits' | 'filled'>;
}

/**
 * Returns what each message from a chat's page does. None of them deletes a model. What would reveal the model of a hidden answer,
 * or give that model another chance, is refused, whatever the page offers.
 */
export function chatHandlers(context: Context): Handlers<typeof chatToHost> {
  const { session, page, attachments, services, tab } = context;
  const isSecret = (turn: string) => isHidden(questionOf(session.conversation, turn));
  /** Runs `act`, which concerns an answer or its question, unless their model is hidden. */
  const open = <Done>(turn: string, act: () => Done) => (isSecret(turn) ? undefined : act());
  const by = (turn: string) => otherModelOf(session, turn, services.presets.presets);
  const rowAt = (id: string) => rowsOf(session.conversation).find(({ question }) => question.id === id);
  const setSettings = (settings: ChatSettings | undefined, column: string | undefined) =>
    settings && session.setSettings(settings, column);
  /** Returns a column and the settings with which it is asked; without `id`, the first column and the settings of all. */
  const asked = (id: string | undefined) => {
    const { conversation } = session;
    const column = session.column(id) ?? conversation.columns[0];
    const settings = id === undefined ? conversation.settings : settingsOf(conversation, column);
    return { column, settings };
  };
  const inColumn = (id: string | undefined, act: (column: Column) => unknown) => {
    const column = id === undefined ? session.conversation.columns[0] : session.column(id);
    return column && !isRefusedWhileHidden(session.conversation) ? act(column) : undefined;
  };
  const { executeCommand } = vscode.commands;
  /** Returns the model that gave an answer, since its column may have switched connections. */
  const modelOf = (turn: string): NamedModel =>
    session.conversation.answers.get(turn) ?? session.conversation.columns[0];
  const clipboard = (text: string) => vscode.env.clipboard.writeText(text);
  const onAlert: Record<AlertAction, (turn: string) => unknown> = {
    // Not awaited, so that the page gets its reply while the answers are streaming.
    retry: (turn) => void session.retry(turn, by(turn)),
    continue: (turn) => void session.continueAnswer(turn, by(turn)),
    withoutPictures: (turn) => void session.askWithoutPictures(turn, by(turn)),
    chooseModel(turn) {
      if (session.conversation.answers.get(turn)?.isApart) return services.regenerateWith(session, turn);
      const column = session.columnOf(turn);
      return column && services.chooseModel(session, column);
    },
    setApiKey: (turn) => executeCommand('hostedModels.setApiKey', modelOf(turn)),
    diagnose: (turn) => executeCommand('hostedModels.diagnoseConnection', modelOf(turn)),
    showLog: () => executeCommand('hostedModels.showLog'),
    // The page itself opens its settings, or the question's editor.
    settings: () => undefined,
    edit: () => undefined,
  };
  return {
    ...tab,
    keysKnown: () => services.keyHint.hide(),
    // If an attachment no longer exists, nothing is sent or queued: the message must not go without it.
    send({ text, attachments: ids = [] }) {
      const chosen = attachments.tray.choose(ids);
      if (chosen) void session.send(text, chosen);
      // Those that are there now: none of a message that was sent, but those of one that was refused.
      page.sendAttachments();
    },
    queue({ id, text, attachments: ids = [] }) {
      const chosen = attachments.tray.choose(ids);
      if (chosen) page.queue.put({ id, text, attachments: chosen });
      page.sendAttachments();
    },
    unqueue() {
      page.queue.drop();
      page.sendAttachments();
    },
    undoDeletion: () => page.deletions.undo(),
    forgetDeletions: () => page.deletions.clear(),
    stop: ({ turn }) => session.stop(turn),
    edit: ({ turn, text }) => void open(turn, () => session.edit(turn, text)),
    regenerate: ({ turn }) => void session.regenerate(turn, by(turn)),
    regenerateWith: ({ turn }) => services.regenerateWith(session, turn),
    ask({ question: id, cell }) {
      const question = session.conversation.questions.get(id);
      const column = question && cellColumn(session, question, cell);
      if (column) void session.ask(column.id, id);
    },
    showExchange: ({ turn }) => open(turn, () => pageExchange(session, turn, page.turns.connectionOf(turn))),
    copyExchange: ({ turn }) =>
      open(turn, () => {
        const answer = session.conversation.answers.get(turn);
        return answer && clipboard(requestText(session.conversation, answer));
      }),
    select: ({ turn }) => open(turn, () => session.select(turn)),
    alertAction: ({ turn, action }) =>
      isSecret(turn) && !page.turns.offers(turn, action) ? undefined : onAlert[action](turn),
    chooseModel: ({ column }) => inColumn(column, (own) => services.chooseModel(session, own)),
    async addModel() {
      if (!session.canAddColumn) return;
      const model = await services.pickFor(session.conversation.columns[0], t('Add Model'));
      if (model) void session.addColumn(model);
    },
    closeColumn: ({ column }) => session.closeColumn(column),
    continueAsChat: ({ column }) =>
      inColumn(column, (own) => services.openNew(continued(session.conversation, own), session)),
    settings: ({ settings, column }) => setSettings(parsed(typedSettings, settings), column),
    held: ({ isHeld }) => page.hold(isHeld),
    shareSettings: ({ column }) => session.shareSettings(column),
    sendRefused: ({ column }) => services.refused.sendAgain(asked(column).column),
    preset: ({ name, column }) =>
      setSettings(services.presets.presets.find((preset) => preset.name === name)?.settings, column),
    savePreset: ({ column: id }) =>
      inColumn(id, async () => {
        const { column, settings } = asked(id);
        const saved = await savePreset(services.presets, { settings, model: column.name });
        if (saved !== undefined) page.say(t('The preset “{0}” was saved.', saved));
      }),
    editPresets: () => services.presets.open(),
    oneAtATime: ({ isOn }) => session.set({ isOneAtATime: isOn }),
    withoutEarlier: ({ isOn }) => session.set({ isWithoutEarlier: isOn }),
    blind: ({ isOn }) => session.setBlind(isOn),
    async vote({ question: id, best }) {
      const row = rowAt(id);
      if (!row) return;
      const column = cellColumn(session, row.question, best);
      if (best !== 'tie' && !column) return;
      const isBlind = isHidden(row.question);
      const voted = session.vote(id, column?.id);
      const vote = voteOn(row, session.conversation.votes);
      if (isBlind && vote) page.sayRevealed(vote);
      await voted;
      page.sendFrame();
    },
    addToPromptSet: () => addToPromptSet(promptSetRows(session.conversation, (_row, isVoted) => isVoted)),
    openDiff({ question }) {
      const row = rowAt(question);
      return row && openDiff(session.conversation, row, services.documents);
    },
    copy: ({ text }) => clipboard(text),
    copyAnswer: ({ turn }) => clipboard(textWithCalls(turnOf(session.conversation, turn) ?? { text: '' })),
    openLink: ({ href }) => openWebLink(href),
    insertCode: ({ text }) => services.lastEditor.insert(text),
    newFile: ({ text, language }) => openNewFile(text, language),
    export: () => services.exportChat(session),
    fork: () => services.forkChat(session),
    ...attachments.handlers,
  };
}

/** Returns a column's path as a chat, named after its model. */
function continued(conversation: ChatSession['conversation'], column: Column) {
  const chat = columnAsChat(conversation, column);
  return { ...chat, title: t('{0}: {1}', column.name, conversation.title) };
}
