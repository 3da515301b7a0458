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

/** A file or picture attached to a message. */
export interface PageAttachment {
  id: string;
  /** The file name alone, e.g. "reply.md". */
  name: string;
  /** E.g. "10–42"; empty for the whole file. */
  lines: string;
  /** E.g. "1.2 KB". */
  size: string;
  /** In full, e.g. "docs/reply.md, lines 10–42, 1.2 KB". */
  description: string;
  /** A `data:` URL if it is a picture. */
  image: string | undefined;
}

/** A file dropped or pasted as such, which only the page can read; `bytes` is absent if it is too large or can't be read. */
export interface DroppedFile {
  name: string;
  size: number;
  bytes?: Uint8Array;
  isUnreadable?: boolean;
}

export interface PageUserTurn {
  role: 'user';
  id: string;
  text: string;
  attachments?: PageAttachment[];
  siblings: Siblings;
}

export type AlertAction =
  | 'retry'
  /** Edit the question. */
  | 'edit'
  | 'continue'
  | 'chooseModel'
  | 'setApiKey'
  | 'diagnose'
  | 'showLog'
  | 'settings'
  /** Ask again without the pictures of the last message. */
  | 'withoutPictures';

/** Shown in place of an answer, or below one that was cut off. `detail` holds the service's own words. */
export interface PageAlert {
  text: string;
  detail: string | undefined;
  buttons: { action: AlertAction; label: string }[];
}

export interface PageAnswer {
  role: 'assistant';
  id: string;
  model: string;
  text: string;
  reasoning: string;
  reasoningMs: number | undefined;
  state: AnswerState;
  finishReason: string | undefined;
  figures: Figures | undefined;
  alert: PageAlert | undefined;
  /** A sentence that is not an error, e.g. "Sent again without `top_p`, which Acme does not take." */
  notice: string | undefined;
  siblings: Siblings;
}

export type PageTurn = PageUserTurn | PageAnswer;

/** What is known about the request behind an answer. */
export interface PageExchange {
  connection: string;
  /** Its JSON as it was sent, indented; `undefined` if nothing was sent. */
  request: string | undefined;
  /** An explanation if needed, e.g. that nothing was sent. */
  remark: string | undefined;
  /** Wire names of fields left out because the service refuses them. */
  omitted: readonly string[];
  /** HTTP. */
  status: number | undefined;
  requestId: string | undefined;
  /** How it was sent, e.g. "Directly". */
  way: string | undefined;
}

/** The model that the next message goes to. */
export interface PageModel {
  name: string;
  connection: string;
  /** What it is, e.g. "LoRA on llama-3-8b, by Ada Example"; empty if nothing is known. */
  description: string;
  /** Shown before the first message, e.g. "No deployment is listed. It may not answer." */
  warning: string | undefined;
  /** Says that the model was deleted or is missing. Nothing can be sent until another is chosen. */
  gone: string | undefined;
}

/** A setting that is not sent, because the model's service refused its field. */
export interface PageRefusal {
  setting: keyof ChatSettings;
  /** A sentence that says so. */
  text: string;
}

/** The message that waits for the streaming answer. */
export interface PageQueued {
  id: string;
  text: string;
  attachments: PageAttachment[];
}

/** How long nothing of the streaming answer has come. The page counts on from here. */
export interface PageSilence {
  /** The model that answers. */
  model: string;
  /** Until this was sent. */
  ms: number;
  /** Some of this answer came before. */
  isStarted: boolean;
  /** The request will be repeated. `{0}` in the text stands for the seconds left. */
  retry: { text: string; inMs: number } | undefined;
  /** What may take so long, e.g. "A large adapter may have to be loaded first." */
  hint: string;
}

/** The user's presets. */
export interface PagePresets {
  names: readonly string[];
  /** The preset whose settings the chat has. */
  current: string | undefined;
  /** Why some or all presets are missing. */
  problem: string | undefined;
}

/** All of the page except the turns. */
export interface ChatFrame {
  conversationId: string;
  title: string;
  model: PageModel;
  settings: ChatSettings;
  presets: PagePresets;
  /** Of the chat's model, whether they are set or not. */
  refused: readonly PageRefusal[];
  /** The id of the streaming answer. */
  streaming: string | undefined;
  /** Once it is gone, the message is a turn of this id, or else the composer's again. */
  queued: PageQueued | undefined;
  /** `undefined` if nothing streams. */
  silence: PageSilence | undefined;
  /** Announced once by screen readers, e.g. "Answer complete". */
  status: string;
  sendWith: 'enter' | 'modEnter';
  /** Why nothing can be added to this chat, e.g. because a newer version wrote it. */
  readOnly: string | undefined;
  /** True if a read-only chat can go on as a new one. */
  canFork: boolean;
  /** A sentence on how the chat is saved, if that is unusual. */
  notice: string | undefined;
}

/** Except for `snapshot`, each message's `seq` is one above the last; after a gap the page asks again with `ready`. */
export type ChatToPage =
  | { type: 'snapshot'; seq: number; frame: ChatFrame; turns: PageTurn[] }
  | { type: 'frame'; seq: number; frame: ChatFrame }
  /** The ids of the shown path, in order. Turns that the page doesn't have yet follow at once as `turn`. */
  | { type: 'path'; seq: number; ids: string[] }
  | { type: 'turn'; seq: number; turn: PageTurn }
  | { type: 'append'; seq: number; turn: string; text: string; reasoning: string }
  /** The message is saved, as `turn` if it is a new one: the composer, or the editor of the turn `edited`, may drop it. */
  | { type: 'accepted'; seq: number; text: string; turn?: string; edited?: string }
  /** The next message's attachments; after a snapshot, none until this comes. */
  | { type: 'attachments'; seq: number; attachments: PageAttachment[] }
  /** Shows the exchange below the answer. */
  | { type: 'exchange'; seq: number; turn: string; exchange: PageExchange }
  /** Asks for `copy` with this answer's text as shown, without Markdown syntax. */
  | { type: 'copyPlain'; seq: number; turn: string }
  /** Asks for `copy` with the selected text. */
  | { type: 'copySelection'; seq: number }
  /** Scrolls a turn of the shown path into sight, e.g. a search result, and in it the first of `words`, which are marked. */
  | { type: 'reveal'; seq: number; turn: string; words: readonly string[] }
  /** Puts a text into the composer, and a sentence on where it comes from above it. Comes again until the page says `filled`. */
  | { type: 'fill'; seq: number; text: string; note?: string };

export type ChatToHost =
  | { type: 'ready' }
  /** With the attachments of these ids. Each leaves the composer only when the message is saved. */
  | { type: 'send'; text: string; attachments?: string[] }
  /** The text of `fill` is in the composer, and kept. */
  | { type: 'filled' }
  /** `send` after the streaming answer, if that completes. `id`: of the turn it becomes. */
  | { type: 'queue'; id: string; text: string; attachments?: string[] }
  /** Don't send what waits. */
  | { type: 'unqueue' }
  | { type: 'stop' }
  /** Sends a new version of a user turn. */
  | { type: 'edit'; turn: string; text: string }
  | { type: 'regenerate'; turn: string }
  /** Let the user choose a model for another answer. */
  | { type: 'regenerateWith'; turn: string }
  /** Asks for `exchange`. */
  | { type: 'showExchange'; turn: string }
  | { type: 'copyExchange'; turn: string }
  /** Show this sibling. */
  | { type: 'select'; turn: string }
  | { type: 'alertAction'; turn: string; action: AlertAction }
  | { type: 'chooseModel' }
  | { type: 'settings'; settings: ChatSettings }
  /** Send the refused settings again from the next message on. */
  | { type: 'sendRefused' }
  /** Apply the settings of this preset. */
  | { type: 'preset'; name: string }
  | { type: 'savePreset' }
  | { type: 'editPresets' }
  | { type: 'copy'; text: string }
  | { type: 'copyAnswer'; turn: string }
  | { type: 'openLink'; href: string }
  /** Insert this code at the cursor of the last text editor. */
  | { type: 'insertCode'; text: string }
  /** Open this code as a new, unsaved file; `language` is the fence's, or empty. */
  | { type: 'newFile'; text: string; language: string }
  | { type: 'export' }
  | { type: 'fork' }
  | AttachmentMessage;

/** The page's messages about attachments. */
export type AttachmentMessage =
  /** Let the user choose files. */
  | { type: 'attach' }
  /** Files that the user dropped, by URI. */
  | { type: 'attachUris'; uris: string[] }
  | { type: 'attachFiles'; files: DroppedFile[] }
  | { type: 'detach'; attachment: string }
  /** Show what is or was sent of it. */
  | { type: 'openAttachment'; attachment: string };

/** The user's edit of a turn, until it is sent or discarded. */
export interface EditDraft {
  turn: string;
  text: string;
  /** False after Escape; the draft waits until the turn is edited again. */
  isOpen: boolean;
}

/** A message that left the composer and is not a turn yet. */
export type QueuedDraft = Pick<PageQueued, 'id' | 'text'>;

/** What the page keeps with `setState`; the rest lives in the host. */
export interface ChatPageState {
  conversationId: string;
  draft: string;
  /** Says where the draft comes from, if the user didn't write it. */
  note?: string;
  /** The message that waits, in case that the host is gone before it is sent. */
  queued?: QueuedDraft;
  /** Absent if there are none. */
  edits?: readonly EditDraft[];
  /** Absent while the end is in sight. */
  place?: ReadingPlace;
  /** The same for each column of a comparison, by its id. */
  places?: Readonly<Record<string, ReadingPlace>>;
  /** The column shown where there is room for one. */
  tab?: string;
}

/** Where the user has scrolled back to. */
export interface ReadingPlace {
  turn: string;
  /** How much of the turn is hidden above, in CSS pixels; negative if it begins further down. */
  above: number;
}
