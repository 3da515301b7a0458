import * as v from 'valibot';
import type { ChatSettings } from '../core/chats/tree/chatSettings.ts';
import { alertActions, type PageChoices, type PageExchange } from './chat.ts';
import { type Messages, type MessageTable, replies } from './messages.ts';

/** Why a page has no content of a file; `animated` and `unscalable`: a picture is too large, and can't be scaled down. */
const noContent = ['unreadable', 'binary', 'animated', 'unscalable', 'tooMuch'] as const;

/** The content of a file, which only the page can read, or scale down. */
export interface PageFile {
  /** Of the file; `bytes` are fewer if it was scaled down. */
  size: number;
  /** Absent if it is too large, or for the reason `why`. */
  bytes?: Uint8Array;
  why?: (typeof noContent)[number];
}

/** A file that was dropped or pasted as such. */
export interface DroppedFile extends PageFile {
  name: string;
}

const text = v.pipe(v.string(), v.maxLength(4_000_000));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
/** Id of a turn. */
const turn = id;
/** Of one column; absent: of all. */
const ofColumn = v.exactOptional(id);
const attachment = v.pipe(v.string(), v.maxLength(200));
const maxFiles = 1000;
const attachments = v.exactOptional(v.pipe(v.array(attachment), v.maxLength(maxFiles)));
export const pageFile = v.object({
  size: v.pipe(v.number(), v.minValue(0)),
  why: v.exactOptional(v.picklist(noContent)),
  bytes: v.exactOptional(v.instance(Uint8Array<ArrayBufferLike>)),
});
const droppedFile = v.object({ ...pageFile.entries, name: v.pipe(v.string(), v.maxLength(1000)) });
/** Checked once more where they are set: they may be anything. */
const settings = v.custom<ChatSettings>((value) => typeof value === 'object' && value !== null);
const isOn = v.boolean();

/**
 * What the page says, each message by its type. To add one: its fields here, a handler in `ui/chats/tab/chatHandlers.ts`, and a
 * `post` in the page.
 */
export const chatToHost = {
  ready: {},
  /** The user has pressed a key that `hasKeyHint` names, or closed the hint. */
  keysKnown: {},
  /** With the attachments of these ids. Each leaves the composer only when the message is saved. */
  send: { text, attachments },
  /** What is typed and not sent, and the edits of turns: the chat keeps both when its tab is closed. */
  draft: { text },
  edits: { edits: v.pipe(v.array(v.object({ turn, text, isOpen: isOn })), v.maxLength(1000)) },
  /** The text of `fill` is in the composer, and kept. */
  filled: {},
  /** `send` after what streams, if that completes. `id`: of the turn it becomes. */
  queue: { id: turn, text, attachments },
  /** Don't send what waits. */
  unqueue: {},
  /** Brings back what `ChatFrame.deleted` names. */
  undoDeletion: {},
  /** The user has closed what offers that. */
  forgetDeletions: {},
  /** This answer, or all. */
  stop: { turn: v.exactOptional(turn) },
  /** Sends a new version of a question to all columns. */
  edit: { turn, text },
  regenerate: { turn },
  /** Let the user choose a model for another answer. */
  regenerateWith: { turn },
  /** Has a question answered by the model of a cell that was not asked. */
  ask: { question: turn, cell: id },
  /** Asks for the request behind an answer. */
  showExchange: { turn, ...replies<PageExchange>() },
  copyExchange: { turn },
  /** Show this sibling. */
  select: { turn },
  alertAction: { turn, action: v.picklist(alertActions) },
  chooseModel: { column: ofColumn },
  addModel: {},
  closeColumn: { column: id },
  continueAsChat: { column: id },
  settings: { settings, column: ofColumn },
  /** A setting, as it is typed now, can't be, or all of them can again: until then, nothing may be asked. */
  held: { isHeld: isOn },
  /** Ask a column with the shared settings again. */
  shareSettings: { column: id },
  /** Send the refused settings again from the next message on. */
  sendRefused: { column: ofColumn },
  /** Apply the settings of this preset. */
  preset: { name: v.pipe(v.string(), v.maxLength(100)), column: ofColumn },
  savePreset: { column: ofColumn },
  editPresets: {},
  oneAtATime: { isOn },
  withoutEarlier: { isOn },
  blind: { isOn },
  /** `best` is a cell's id or `tie`. */
  vote: { question: turn, best: id },
  addToPromptSet: {},
  openDiff: { question: turn },
  copy: { text },
  copyAnswer: { turn },
  openLink: { href: v.pipe(v.string(), v.maxLength(8192)) },
  /** Insert this code at the cursor of the last text editor. */
  insertCode: { text },
  /** Open this code as a new, unsaved file; `language` is the fence's, or empty. */
  newFile: { text, language: v.pipe(v.string(), v.maxLength(100)) },
  export: {},
  fork: {},
  /** Let the user choose files. */
  attach: {},
  /** The empty query begins with what is open and selected now. `isWhole`: once all files are listed. */
  findAttachments: {
    ...{ query: v.pipe(v.string(), v.maxLength(200)), isWhole: v.exactOptional(v.literal(true)) },
    ...replies<PageChoices>(),
  },
  /** Attach one of the choices that were found last. */
  attachChoice: { choice: v.pipe(v.string(), v.minLength(1), v.maxLength(9000)) },
  /** Files that the user dropped, by URI. */
  attachUris: { uris: v.pipe(v.array(v.pipe(v.string(), v.maxLength(8192))), v.maxLength(maxFiles)) },
  attachFiles: { files: v.pipe(v.array(droppedFile), v.maxLength(maxFiles)) },
  detach: { attachment },
  /** Show what is or was sent of it. */
  openAttachment: { attachment },
} as const satisfies MessageTable;

export type ChatMessages = Messages<typeof chatToHost>;
export type ChatToHost = ChatMessages[keyof ChatMessages];
