import type { Row } from '../../../core/chats/columns/rows.ts';
import type { ReadOnly } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import type { ChatFrame, PageStream } from '../../../protocol/chat.ts';
import { pagePresets } from '../../presets/pagePresets.ts';
import { keepHistory, sendWith } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';
import { pageColumns } from '../columns/pageColumns.ts';
import type { Silences } from '../page/chatStatus.ts';

/** What only the tab knows of its chat. */
type TabState = Pick<ChatFrame, 'title' | 'status' | 'queued' | 'tally' | 'deleted'> & { silences: Silences };

/** Builds everything on the page except the turns and their rows. */
export function chatFrame(
  session: ChatSession,
  rows: readonly Row[],
  { silences, ...tab }: TabState,
  services: ChatTabServices,
): ChatFrame {
  const { conversation, readOnly } = session;
  const { id, settings, isOneAtATime = false, isWithoutEarlier = false, isBlind = false } = conversation;
  return {
    conversationId: id,
    columns: pageColumns(conversation, rows, services),
    settings,
    presets: pagePresets(services.presets, settings),
    streams: pageStreams(session, silences),
    ...tab,
    sendWith: sendWith.value,
    hasKeyHint: services.keyHint.isShown(),
    readOnly: readOnly && readOnlyText(readOnly),
    noSend: noSendText(session, services),
    canFork: readOnly === 'elsewhere' || readOnly === 'taken',
    notice: readOnly ? undefined : noticeText(session),
    canAddModel: session.canAddColumn,
    isOneAtATime,
    isWithoutEarlier,
    isBlind,
    isHidden: hidesModels(conversation),
  };
}

function pageStreams(session: ChatSession, silences: Silences): PageStream[] {
  const queued = t('Starts when the models before it are done.');
  return session.streamingAnswers.map((turn) =>
    session.isQueued(turn)
      ? { turn, silence: undefined, queued }
      : { turn, silence: silences.shown(turn), queued: undefined },
  );
}

/**
 * Returns why nothing can be sent; `undefined` if something can. A blind question goes to all models or none, so that nobody sees
 * which one is gone.
 */
export function noSendText({ conversation }: ChatSession, services: ChatTabServices): string | undefined {
  const { columns, isBlind } = conversation;
  const gone = columns.flatMap((column) => services.pageModel(column).gone ?? []);
  if (gone.length === columns.length) return gone[0];
  return isBlind && gone.length > 0
    ? t('One of the models is gone. Clear Blind to see which one.')
    : undefined;
}

function readOnlyText(reason: ReadOnly): string {
  switch (reason) {
    case 'newer':
      return t(
        'This chat was written by a newer version of Hosted Models. You can read it here, but not continue it.',
      );
    case 'elsewhere':
      return t('This chat is open in another window. Close it there to continue here.');
    case 'taken':
      return t(
        'This chat was taken over or deleted in another window. To keep what is only here, continue in a new chat.',
      );
  }
}

function noticeText(session: ChatSession): string | undefined {
  if (!keepHistory.value) return t('Chat history is off: this chat is lost when its tab closes.');
  if (session.isUnkept)
    return t(
      'Chat history was off for part of this chat. Those messages are lost when you close this tab; export the chat to keep them.',
    );
  return session.isFailing
    ? t('Not saved to disk yet. Saving is tried again; export the chat to be safe.')
    : undefined;
}
