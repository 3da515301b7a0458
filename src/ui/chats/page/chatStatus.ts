import * as vscode from 'vscode';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { waitText } from '../../shared/errors/waitText.ts';

/** Status of a chat for screen readers after `change`; `before` is the last. Announces each event once, never the tokens. */
export function statusAfter(change: ChatChange, conversation: Conversation, before: string): string {
  switch (change.type) {
    case 'path':
      return waitingText(conversation);
    case 'waiting':
      return change.wait ? waitText(change.wait) : waitingText(conversation);
    case 'append':
      return answeringText(conversation, change.id);
    case 'ended': {
      const state = answerOf(conversation, change.id)?.state;
      if (state === 'complete' || state === 'limit') return vscode.l10n.t('Answer complete');
      return state === 'stopped' ? vscode.l10n.t('Stopped') : '';
    }
    default:
      return before;
  }
}

function waitingText(conversation: Conversation): string {
  const leaf = answerOf(conversation, conversation.leaf ?? '');
  return leaf?.state === 'streaming' ? vscode.l10n.t('Waiting for {0}…', cleanText(leaf.model)) : '';
}

function answeringText(conversation: Conversation, id: string): string {
  return vscode.l10n.t('{0} is answering', cleanText(answerOf(conversation, id)?.model ?? ''));
}
