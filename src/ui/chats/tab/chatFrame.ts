import * as vscode from 'vscode';
import type { ReadOnly } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { ChatFrame, PageQueued, PageSilence } from '../../../protocol/chat.ts';
import { pagePresets } from '../../presets/pagePresets.ts';
import { keepsHistory, sendWith } from '../../shared/settings.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';

/** What only the tab knows of its chat. */
interface TabState {
  status: string;
  silence: PageSilence | undefined;
  queued: PageQueued | undefined;
}

/** Builds everything on the page except the turns. */
export function chatFrame(session: ChatSession, tab: TabState, parts: ChatPanelParts): ChatFrame {
  const { conversation, streaming } = session;
  return {
    ...sharedFrame(session, parts),
    model: parts.pageModel(conversation),
    refused: parts.refused.of(conversation),
    streaming,
    ...tab,
  };
}

/** What a page shows of a chat, whether it has one path or several columns. */
export function sharedFrame(session: ChatSession, parts: ChatPanelParts) {
  const { conversation, readOnly } = session;
  return {
    conversationId: conversation.id,
    title: conversation.title,
    settings: conversation.settings,
    presets: pagePresets(parts.presets, conversation.settings),
    sendWith: sendWith(),
    readOnly: readOnly && readOnlyText(readOnly),
    canFork: readOnly === 'elsewhere' || readOnly === 'taken',
    notice: readOnly ? undefined : noticeText(session),
  };
}

function readOnlyText(reason: ReadOnly): string {
  const texts: Record<ReadOnly, string> = {
    newer: vscode.l10n.t(
      'This chat was written by a newer version of Hosted Models. You can read it here, but not continue it.',
    ),
    elsewhere: vscode.l10n.t('Open in another window. Close its tab there to continue here.'),
    taken: vscode.l10n.t(
      'Another window has taken over this chat or deleted it. Anything newer is only here: continue in a new chat.',
    ),
  };
  return texts[reason];
}

function noticeText(session: ChatSession): string | undefined {
  if (!keepsHistory()) {
    return vscode.l10n.t('Chat history is off: this chat is lost when its tab closes.');
  }
  if (session.isUnkept) {
    return vscode.l10n.t(
      'This chat continued while chat history was off. What was said since is not saved, and is lost when this tab closes. Export the chat to keep it, or start a new one.',
    );
  }
  if (!session.isFailing) return undefined;
  return vscode.l10n.t('Not saved to disk yet. Saving is tried again; export the chat to be safe.');
}
