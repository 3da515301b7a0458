import * as vscode from 'vscode';
import type { AskedModel } from '../../../core/chats/session/answer.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import type { AlertAction, AttachmentMessage, ChatToHost } from '../../../protocol/chat.ts';
import { savePreset } from '../../presets/savePreset.ts';
import { requestText } from '../page/pageExchange.ts';
import type { ChatPanelParts } from './chatParts.ts';
import { openNewFile } from './newCodeFile.ts';
import { openLink } from './openLink.ts';

/** Requests from the page that don't concern showing the page itself. */
export type ChatAction = Exclude<
  ChatToHost,
  | { type: 'ready' | 'filled' | 'send' | 'queue' | 'unqueue' | 'edit' | 'showExchange' | 'sendRefused' }
  | AttachmentMessage
>;

type AskedFor = (turn: string) => AskedModel | undefined;

/**
 * Performs an action from a chat's page. Nothing here deletes an entry of the service. `askedFor`: how an answer is asked for again,
 * if not as the chat's next one.
 */
export async function doChatAction(
  action: ChatAction,
  session: ChatSession,
  parts: ChatPanelParts,
  askedFor: AskedFor,
): Promise<unknown> {
  switch (action.type) {
    case 'stop':
      return session.stop();
    case 'regenerate':
      return session.regenerate(action.turn, askedFor(action.turn));
    case 'regenerateWith':
      return parts.regenerateWith(session, action.turn);
    case 'copyExchange':
      return copyExchange(session, action.turn);
    case 'select':
      return session.select(action.turn);
    case 'alertAction':
      return doAlertAction(action.action, action.turn, session, parts, askedFor);
    case 'chooseModel':
      return parts.chooseModel(session);
    case 'settings':
      return session.setSettings(action.settings);
    case 'preset': {
      const preset = parts.presets.presets.find(({ name }) => name === action.name);
      return preset && session.setSettings(preset.settings);
    }
    case 'savePreset':
      return savePreset(parts.presets, session.conversation);
    case 'editPresets':
      return parts.presets.open();
    case 'copy':
      return vscode.env.clipboard.writeText(action.text);
    case 'copyAnswer':
      return vscode.env.clipboard.writeText(session.conversation.turns.get(action.turn)?.text ?? '');
    case 'openLink':
      return openLink(action.href);
    case 'insertCode':
      return parts.lastEditor.insert(action.text);
    case 'newFile':
      return openNewFile(action.text, action.language);
    case 'export':
      return parts.exportChat(session);
    case 'fork':
      return parts.forkChat(session);
    default:
      return action satisfies never;
  }
}

async function doAlertAction(
  action: AlertAction,
  turn: string,
  session: ChatSession,
  parts: ChatPanelParts,
  askedFor: AskedFor,
): Promise<unknown> {
  switch (action) {
    case 'retry':
      return session.retry(turn, askedFor(turn));
    case 'continue':
      return session.continueAnswer(turn, askedFor(turn));
    case 'withoutPictures':
      return session.askWithoutPictures(turn, askedFor(turn));
    case 'chooseModel': {
      const isApart = answerOf(session.conversation, turn)?.isApart ?? false;
      return isApart ? parts.regenerateWith(session, turn) : parts.chooseModel(session);
    }
    case 'setApiKey':
      return vscode.commands.executeCommand('hostedModels.setApiKey', askedOf(session, turn));
    case 'diagnose':
      return vscode.commands.executeCommand('hostedModels.diagnoseConnection', askedOf(session, turn));
    case 'showLog':
      return vscode.commands.executeCommand('hostedModels.showLog');
    case 'settings':
    case 'edit':
      // The page opens its own settings section, or the question's editor.
      return;
  }
}

async function copyExchange({ conversation }: ChatSession, turn: string): Promise<void> {
  const answer = answerOf(conversation, turn);
  if (answer) await vscode.env.clipboard.writeText(requestText(conversation, answer));
}

/** Returns the model that gave an answer: the chat may have switched connections since. */
function askedOf({ conversation }: ChatSession, turn: string): { connectionId: string; name: string } {
  const { connectionId, model } = answerOf(conversation, turn) ?? conversation;
  return { connectionId, name: model };
}
