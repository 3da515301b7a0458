import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

/**
 * True for a chat with a question whose models are hidden; then says so. Every command that could tell which model gave which answer
 * asks this itself: menus hide it, but a key or another extension calls it all the same.
 */
export function isRefusedWhileHidden(conversation: Pick<Conversation, 'turns'>): boolean {
  if (!hidesModels(conversation)) return false;
  void sayInfo(t('A question is blind. Vote on it or untick Blind first.'));
  return true;
}
