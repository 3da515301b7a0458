import type { TargetModel } from '../../../core/chats/session/answer.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { type Column, settingsOf } from '../../../core/chats/tree/column.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import { type Preset, settingsAfterMove } from '../../../core/presets/presets.ts';

/** Returns how another model is asked in a column: with the settings that the column would have after switching to it. */
export function targetModel(
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
  const answer = answerOf(conversation, turn);
  const column = session.columnOf(turn);
  if (!answer?.isApart || !column) return undefined;
  return targetModel(conversation, column, presets, answer);
}
