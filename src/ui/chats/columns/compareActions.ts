import * as vscode from 'vscode';
import type { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import { columnAsChat, comparedAnew } from '../../../core/chats/columns/newComparison.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import type { CompareToHost } from '../../../protocol/compare.ts';
import { savePreset } from '../../presets/savePreset.ts';
import { doChatAction } from '../actions/chatActions.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import type { ChatAttachments } from '../attachments/chatAttachments.ts';
import type { CommonMessage } from '../tab/tabPage.ts';
import { isOffered } from './columnAlerts.ts';
import { showDifferences } from './differences.ts';
import type { HiddenNames } from './hiddenNames.ts';

type CompareAction = Exclude<CompareToHost, CommonMessage>;

interface Context {
  compare: CompareSession;
  names: HiddenNames;
  session: ChatSession;
  attachments: ChatAttachments;
  parts: ChatPanelParts;
}

/** What would tell a model, or give one of the answers another chance, while the names are hidden. */
const revealing: ReadonlySet<CompareAction['type']> = new Set([
  'chooseModel',
  'continueAsChat',
  'copyExchange',
  'edit',
  'regenerate',
  'savePreset',
  'select',
  'sendRefused',
]);

/** What would change a blind comparison whose names are known. */
const changing: ReadonlySet<CompareAction['type']> = new Set(['chooseModel', 'edit', 'regenerate']);

/** Performs an action from the page of a comparison. */
export async function doCompareAction(action: CompareAction, context: Context): Promise<unknown> {
  const { compare, names, session, parts } = context;
  if (compare.isHidden && revealing.has(action.type)) return;
  if (compare.isSpent && changing.has(action.type)) return;
  switch (action.type) {
    case 'stop':
      return compare.stop(action.column);
    case 'edit':
      // Not awaited: the page is answered while the columns stream.
      return void compare.edit(action.turn, action.text);
    case 'select':
      return compare.select(action.turn);
    case 'settings':
      return setSettings(action.settings, action.column, context);
    case 'preset': {
      const preset = parts.presets.presets.find(({ name }) => name === action.name);
      return preset && setSettings(preset.settings, action.column, context);
    }
    case 'savePreset':
      return savePreset(parts.presets, askedIn(action.column, context));
    case 'sendRefused':
      return parts.refused.sendAgain(askedIn(action.column, context));
    case 'shareSettings':
      return compare.setSettings(action.column, undefined);
    case 'chooseModel':
      return chooseModel(action.column, context);
    case 'addModel': {
      // The list of models marks the first column's.
      if (!compare.canAddColumn) return;
      const model = await parts.pickFor(session, vscode.l10n.t('Add Model'));
      return model && void compare.addColumn({ connectionId: model.connectionId, model: model.name });
    }
    case 'closeColumn':
      return compare.closeColumn(action.column);
    case 'continueAsChat': {
      const column = compare.column(action.column);
      return column && parts.openNew(columnAsChat(session.conversation, column), session);
    }
    case 'oneAtATime':
      return compare.setOneAtATime(action.isOn);
    case 'blind':
      return compare.setBlind(action.isOn);
    case 'vote':
      return compare.vote(action.best);
    case 'askAnother':
      return askAnother(action.draft, context);
    case 'showDifferences':
      return showDifferences(compare, names, parts.documents);
    case 'regenerate': {
      const asked = compare.askedFor(action.turn);
      return asked && doChatAction(action, session, parts, () => asked);
    }
    case 'alertAction':
      if (!isOffered(action.action, action.turn, compare)) return;
      if (action.action === 'chooseModel') {
        return chooseModel(answerOf(session.conversation, action.turn)?.column, context);
      }
      return doChatAction(action, session, parts, (turn) => compare.askedFor(turn));
    default:
      return doChatAction(action, session, parts, (turn) => compare.askedFor(turn));
  }
}

/** Comparisons of which the next is being opened: a second click changes nothing. */
const opening = new WeakSet<ChatSession>();

async function askAnother(text: string, { compare, session, attachments, parts }: Context): Promise<void> {
  if (opening.has(session)) return;
  opening.add(session);
  try {
    const files = attachments.tray.entries.map(({ attachment }) => attachment);
    const next = comparedAnew(session.conversation, compare.comparison);
    await parts.openNew(next, session, { text, attachments: files });
    parts.closeKept(session);
  } finally {
    opening.delete(session);
  }
}

async function setSettings(
  settings: Parameters<ChatSession['setSettings']>[0],
  columnId: string | undefined,
  { compare, session }: Context,
): Promise<void> {
  await (columnId === undefined ? session.setSettings(settings) : compare.setSettings(columnId, settings));
}

/** How a column is asked; of all columns, how the first one is. */
function askedIn(columnId: string | undefined, { compare, session }: Context) {
  const { connectionId, model, settings } = session.conversation;
  const column = compare.column(columnId);
  return column ? { ...column, settings: compare.settingsOf(column) } : { connectionId, model, settings };
}

async function chooseModel(
  columnId: string | undefined,
  { compare, session, parts }: Context,
): Promise<void> {
  const column = compare.column(columnId);
  if (!column) return;
  const model = await parts.pickFor(session, vscode.l10n.t('Select Chat Model'));
  if (model) await compare.setModel(column.id, { connectionId: model.connectionId, model: model.name });
}
