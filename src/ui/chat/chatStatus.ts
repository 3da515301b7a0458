import * as vscode from 'vscode';
import type { ChatChange } from '../../core/chatSession.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Conversation } from '../../core/conversation.ts';
import { answerOf } from '../../core/conversationTree.ts';

/** What a screen reader hears of a chat: each thing once, never the tokens. */
export class ChatStatus {
  #text = '';

  get text(): string {
    return this.#text;
  }

  follow(change: ChatChange, conversation: Conversation): void {
    switch (change.type) {
      case 'path': {
        const leaf = answerOf(conversation, conversation.leaf ?? '');
        const model = cleanText(leaf?.model ?? '');
        this.#text = leaf?.state === 'streaming' ? vscode.l10n.t('{0} is answering', model) : '';
        break;
      }
      case 'waiting':
        this.#text = vscode.l10n.t(
          'Busy, trying again in {0} s',
          Math.max(1, Math.round(change.waitMs / 1000)),
        );
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
