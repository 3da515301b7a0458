import type { AskedModel } from '../../../core/chats/session/answer.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import { type Preset, settingsAfterMove } from '../../../core/presets/presets.ts';

/** How a model is asked within a chat of another one: with the settings that the chat would have with it. */
export function askedModel(
  { model, settings }: Conversation,
  presets: readonly Preset[],
  other: { connectionId: string; name: string },
): AskedModel {
  const { connectionId, name } = other;
  return { connectionId, model: name, settings: settingsAfterMove(presets, settings, model, name) };
}

/** The model that an answer is asked of again: its own, where it was chosen for that answer alone. */
export function otherModelOf(
  { conversation }: Pick<ChatSession, 'conversation'>,
  turn: string,
  presets: readonly Preset[],
): AskedModel | undefined {
  const answer = answerOf(conversation, turn);
  if (!answer?.isApart) return undefined;
  return askedModel(conversation, presets, { connectionId: answer.connectionId, name: answer.model });
}
