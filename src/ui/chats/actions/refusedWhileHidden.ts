import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

/**
 * Returns true, and tells the user, if the models of a question in this chat are hidden. Every command that could reveal which
 * model gave which answer calls this: menus hide the command, but a key or another extension can still run it.
 */
export function isRefusedWhileHidden(conversation: Pick<Conversation, 'questions'>): boolean {
  if (!hidesModels(conversation)) return false;
  void sayInfo(t('A question is blind. Vote on it or clear Blind first.'));
  return true;
}
