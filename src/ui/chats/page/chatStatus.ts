import * as vscode from 'vscode';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { waitText } from '../../shared/errors/waitText.ts';

/** Status of a chat for screen readers: announces each event once, never the tokens. */
export class ChatStatus {
  #text = '';

  get text(): string {
    return this.#text;
  }

  follow(change: ChatChange, conversation: Conversation): void {
    switch (change.type) {
      case 'path':
        this.#text = answeringText(conversation);
        break;
      case 'waiting':
        this.#text = change.wait ? waitText(change.wait) : answeringText(conversation);
        break;
      case 'append':
        break;
      case 'ended': {
        const state = answerOf(conversation, change.id)?.state;
        if (state === 'complete' || state === 'limit') this.#text = vscode.l10n.t('Answer complete');
        else this.#text = state === 'stopped' ? vscode.l10n.t('Stopped') : '';
        break;
      }
    }
  }
}

function answeringText(conversation: Conversation): string {
  const leaf = answerOf(conversation, conversation.leaf ?? '');
  return leaf?.state === 'streaming' ? vscode.l10n.t('{0} is answering', cleanText(leaf.model)) : '';
}
