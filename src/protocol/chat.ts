import type { ChatSettings } from '../core/chats/tree/chatSettings.ts';
import type { AnswerState, Figures } from '../core/chats/tree/conversation.ts';

/** Where a turn stands among its siblings; `previous` and `next` are their ids. */
export interface Siblings {
  /** Counts from 1. */
  index: number;
  count: number;
  previous: string | undefined;
  next: string | undefined;
}

/** A file or picture that goes along with a message. */
export interface AttachmentView {
  id: string;
  /** Of the file alone, as "reply.md". */
  name: string;
  /** As "10–42"; empty for all of it. */
  lines: string;
  /** As "1.2 KB". */
  size: string;
  /** All of it, as "docs/reply.md, lines 10–42, 1.2 KB". */
  description: string;
  /** A `data:` URL, where it is a picture. */
  image: string | undefined;
}

/** A file that was dropped or pasted as such, which only the page can read; `bytes` are missing where it is too large or can't be read. */
export interface DroppedFile {
  name: string;
  size: number;
  bytes?: Uint8Array;
  isUnreadable?: boolean;
}

export interface UserTurnView {
  role: 'user';
  id: string;
  text: string;
  attachments?: AttachmentView[];
  siblings: Siblings;
}

export type AlertAction =
  | 'retry'
  | 'continue'
  | 'chooseModel'
  | 'setApiKey'
  | 'diagnose'
  | 'showLog'
  | 'settings'
  /** Ask once more, without the pictures of the last message. */
  | 'withoutPictures';

/** What stands where an answer would, or below a cut one. `detail` holds the service's own words. */
export interface AlertView {
  text: string;
  detail: string | undefined;
  buttons: { action: AlertAction; label: string }[];
}

export interface AnswerTurnView {
  role: 'assistant';
  id: string;
  model: string;
  text: string;
  reasoning: string;
  reasoningMs: number | undefined;
  state: AnswerState;
  finishReason: string | undefined;
  figures: Figures | undefined;
  alert: AlertView | undefined;
  /** A sentence that is no error, as "Sent again without `top_p`, which Acme does not take." */
  notice: string | undefined;
  siblings: Siblings;
}

export type TurnView = UserTurnView | AnswerTurnView;

/** What is known of the request that an answer came from. */
export interface ExchangeView {
  connection: string;
  /** Its JSON as it was sent, indented; `undefined` where nothing was sent. */
  request: string | undefined;
  /** A sentence where that needs one, as that nothing was sent. */
  remark: string | undefined;
  /** Wire names of fields that were left out, since the service refuses them. */
  omitted: readonly string[];
  /** HTTP. */
  status: number | undefined;
  requestId: string | undefined;
  /** A word on how it left, as "Directly". */
  way: string | undefined;
}

/** The model that the next message goes to. */
export interface ChatModelView {
  name: string;
  connection: string;
  /** A line on what it is, as "LoRA on llama-3-8b, by Ada Example"; empty where nothing is known. */
  description: string;
  /** A sentence to show before the first message, as "No deployment is listed. It may not answer." */
  warning: string | undefined;
  /** It was deleted or found missing; the sentence says so. Sending waits until another one is chosen. */
  gone: string | undefined;
}

/** The person's presets. */
export interface PresetsView {
  names: readonly string[];
  /** The one whose settings the chat has. */
  current: string | undefined;
  /** Why some or all of them are not there. */
  problem: string | undefined;
}

/** All of the page but the turns. */
export interface ChatFrame {
  conversationId: string;
  title: string;
  model: ChatModelView;
  settings: ChatSettings;
  presets: PresetsView;
  /** The id of the answer that streams. */
  streaming: string | undefined;
  /** What a screen reader hears, once each, as "Answer complete". */
  status: string;
  sendWith: 'enter' | 'modEnter';
  /** Why nothing can be added to this chat, as for one that a newer version has written. */
  readOnly: string | undefined;
  /** Where it is read-only: it can go on as a new chat. */
  canFork: boolean;
  /** A sentence on how the chat is kept, where that is not as usual. */
  notice: string | undefined;
}

/** Every message but `snapshot` has a number one above the one before; after a gap the page asks again with `ready`. */
export type ChatToPage =
  | { type: 'snapshot'; seq: number; frame: ChatFrame; turns: TurnView[] }
  | { type: 'frame'; seq: number; frame: ChatFrame }
  /** The ids of the shown path, in order. Turns that the page doesn't have yet follow at once as `turn`. */
  | { type: 'path'; seq: number; ids: string[] }
  | { type: 'turn'; seq: number; turn: TurnView }
  | { type: 'append'; seq: number; turn: string; text: string; reasoning: string }
  /** The message is safely kept: the composer may forget it, or the editor of the turn `edited`. */
  | { type: 'accepted'; seq: number; text: string; edited?: string }
  /** What the next message takes along; after a snapshot, nothing until this comes. */
  | { type: 'attachments'; seq: number; attachments: AttachmentView[] }
  /** Shows what was asked for below the answer. */
  | { type: 'exchange'; seq: number; turn: string; exchange: ExchangeView }
  /** Asks for `copy` with this answer's text as it reads, without Markdown's marks. */
  | { type: 'copyPlain'; seq: number; turn: string }
  /** Brings a turn of the shown path into sight, as one that was searched for. */
  | { type: 'reveal'; seq: number; turn: string };

export type ChatToHost =
  | { type: 'ready' }
  /** With the attachments of these ids. Each leaves the composer only when the message is kept. */
  | { type: 'send'; text: string; attachments?: string[] }
  | { type: 'stop' }
  /** Says a turn of the person anew. */
  | { type: 'edit'; turn: string; text: string }
  | { type: 'regenerate'; turn: string }
  /** Choose another model for one more answer. */
  | { type: 'regenerateWith'; turn: string }
  /** Asks for `exchange`. */
  | { type: 'showExchange'; turn: string }
  | { type: 'copyExchange'; turn: string }
  /** Show this sibling. */
  | { type: 'select'; turn: string }
  | { type: 'alertAction'; turn: string; action: AlertAction }
  | { type: 'chooseModel' }
  | { type: 'settings'; settings: ChatSettings }
  /** Take over the settings of this preset. */
  | { type: 'preset'; name: string }
  | { type: 'savePreset' }
  | { type: 'editPresets' }
  | { type: 'copy'; text: string }
  | { type: 'copyAnswer'; turn: string }
  | { type: 'openLink'; href: string }
  /** Put this code where the cursor was in the last text editor. */
  | { type: 'insertCode'; text: string }
  /** Open this code as a new, unsaved file; `language` as the fence names it, or empty. */
  | { type: 'newFile'; text: string; language: string }
  | { type: 'export' }
  | { type: 'fork' }
  | AttachmentMessage;

/** What the page says of attachments. */
export type AttachmentMessage =
  /** Let the person choose files. */
  | { type: 'attach' }
  /** Files that the person dropped, by their addresses. */
  | { type: 'attachUris'; uris: string[] }
  | { type: 'attachFiles'; files: DroppedFile[] }
  | { type: 'detach'; attachment: string }
  /** Show what is, or was, sent of it. */
  | { type: 'openAttachment'; attachment: string };

/** What a person makes of a turn of theirs, until it is sent or let go. */
export interface EditDraft {
  turn: string;
  text: string;
  /** Put away with Escape, it waits until the turn is edited again. */
  isOpen: boolean;
}

/** What the page keeps with `setState`; all else lives in the host. */
export interface ChatPageState {
  conversationId: string;
  draft: string;
  /** Absent without one. */
  edits?: readonly EditDraft[];
  /** Absent while the end is in sight. */
  place?: ReadingPlace;
}

/** Where a person reads back. */
export interface ReadingPlace {
  turn: string;
  /** How much of the turn is out of sight above, in CSS pixels; less than 0 where it begins further down. */
  above: number;
}
