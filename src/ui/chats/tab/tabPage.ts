import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { AttachmentMessage, ChatToHost } from '../../../protocol/chat.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import type { ChatAttachments } from '../attachments/chatAttachments.ts';
import type { ChatFeed } from '../page/chatFeed.ts';
import type { ShownTurns } from '../page/shownTurns.ts';
import type { Outbox } from './outbox.ts';

/** What every page of a tab may ask for, whatever it shows. */
export type CommonMessage =
  | Extract<ChatToHost, { type: 'ready' | 'filled' | 'send' | 'queue' | 'unqueue' | 'showExchange' }>
  | AttachmentMessage;

const commonTypes: Record<CommonMessage['type'], true> = {
  ready: true,
  filled: true,
  send: true,
  queue: true,
  unqueue: true,
  showExchange: true,
  attach: true,
  attachUris: true,
  attachFiles: true,
  detach: true,
  openAttachment: true,
};

export function isCommon<T extends { type: string }>(message: T): message is Extract<T, CommonMessage> {
  return Object.hasOwn(commonTypes, message.type);
}

/** The page in a chat's tab: that of one path, or that of a comparison's columns. */
export interface TabPage {
  readonly name: 'chat' | 'compare';
  readonly outbox: Outbox;
  readonly turns: ShownTurns;
  /** It hides which model gave an answer. */
  readonly isHidden: boolean;
  /** Nothing more is asked here. */
  readonly isSpent: boolean;
  /** The tab's, if the user gave none and nothing was said. */
  readonly title: string;
  /** Shows a turn that is out of sight because another version of it is shown. */
  look(turn: string): void;
  sendSnapshot(): void;
  sendFrame(): void;
  sendPath(): void;
  /** Called with each change of the session. Returns true if the frame says something else now. */
  follow(change: ChatChange): boolean;
  /** Returns a message that all pages have in common, or else what to do; `undefined` if it is invalid. */
  read(message: unknown): CommonMessage | (() => unknown) | undefined;
}

export interface TabContext {
  session: ChatSession;
  attachments: ChatAttachments;
  feed: ChatFeed;
  parts: ChatPanelParts;
}

/** Chooses the page for a chat. */
export type MakePage = (context: TabContext) => TabPage;
