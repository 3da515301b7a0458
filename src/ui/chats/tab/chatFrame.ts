import * as vscode from 'vscode';
import type { ReadOnly } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { pagePresets } from '../../presets/pagePresets.ts';
import { keepsHistory, sendWith } from '../../shared/settings.ts';
import type { ChatPanelParts } from './chatParts.ts';

/** Builds everything on the page except the turns. */
export function chatFrame(session: ChatSession, status: string, parts: ChatPanelParts): ChatFrame {
  const { conversation, streaming, readOnly } = session;
  return {
    conversationId: conversation.id,
    title: conversation.title,
    model: parts.pageModel(conversation),
    settings: conversation.settings,
    presets: pagePresets(parts.presets, conversation.settings),
    refused: parts.refused.of(conversation),
    streaming,
    status,
    sendWith: sendWith(),
    readOnly: readOnly && readOnlyText(readOnly),
    canFork: readOnly === 'elsewhere' || readOnly === 'taken',
    notice: readOnly ? undefined : noticeText(session),
  };
}

function readOnlyText(reason: ReadOnly): string {
  const texts: Record<ReadOnly, string> = {
    newer: vscode.l10n.t(
      'A newer version of Hosted Models has written this chat. It can be read here, not continued.',
    ),
    elsewhere: vscode.l10n.t('Open in another window. It goes on here when its tab is closed there.'),
    taken: vscode.l10n.t(
      'Another window has taken over this chat, or deleted it. What came since is only here: go on in a new chat.',
    ),
  };
  return texts[reason];
}

function noticeText(session: ChatSession): string | undefined {
  if (!keepsHistory()) {
    return vscode.l10n.t('Chat history is off: what is said now is lost when this tab closes.');
  }
  if (session.isUnkept) {
    return vscode.l10n.t(
      'This chat went on while chat history was off: from there on it is not written, and is lost when this tab closes. Export it to be safe, or say what is to be kept in a new chat.',
    );
  }
  if (!session.isFailing) return undefined;
  return vscode.l10n.t('Not written to disk yet. It is tried again; export the chat to be safe.');
}
