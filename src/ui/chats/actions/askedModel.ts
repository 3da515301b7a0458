import type { AskedModel } from '../../../core/chats/session/answer.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import { type Preset, settingsAfterMove } from '../../../core/presets/presets.ts';

/** How another model is asked within a chat: with the settings the chat would have after switching to it. */
export function askedModel(
  { model, settings }: Conversation,
  presets: readonly Preset[],
  other: { connectionId: string; name: string },
): AskedModel {
  const { connectionId, name } = other;
  return { connectionId, model: name, settings: settingsAfterMove(presets, settings, model, name) };
}

/** Returns the model for asking again: the answer's own, if it was chosen for that answer alone. */
export function otherModelOf(
  { conversation }: Pick<ChatSession, 'conversation'>,
  turn: string,
  presets: readonly Preset[],
): AskedModel | undefined {
  const answer = answerOf(conversation, turn);
  if (!answer?.isApart) return undefined;
  return askedModel(conversation, presets, { connectionId: answer.connectionId, name: answer.model });
}
