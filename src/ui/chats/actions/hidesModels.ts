import * as vscode from 'vscode';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { sayInfo } from '../../shared/messages.ts';

/**
 * True for a blind comparison whose names are hidden; then says so. Every command that could tell which model gave which answer
 * asks this itself: menus hide it, but a key or another extension calls it all the same.
 */
export function hidesModels({ comparison }: Pick<Conversation, 'comparison'>): boolean {
  if (comparison?.blind !== 'hidden') return false;
  void sayInfo(vscode.l10n.t('This comparison is blind. Vote or untick Blind first.'));
  return true;
}
