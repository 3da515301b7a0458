import * as v from 'valibot';
import type { ChatSettings } from '../core/chats/tree/chatSettings.ts';
import type { AnswerState, Figures } from '../core/chats/tree/conversation.ts';
import type { Messages, MessageTable } from './messages.ts';

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
  /** A sentence on how it is sent, e.g. that the earlier turns are left out. */
  notice: string | undefined;
  siblings: Siblings;
}

/** `edit`: the question; `withoutPictures`: ask again without those of the last message. */
const alertActions = [
  'retry',
  'edit',
  'continue',
  'chooseModel',
  'setApiKey',
  'diagnose',
  'showLog',
  'settings',
  'withoutPictures',
] as const;
export type AlertAction = (typeof alertActions)[number];

/** Shown in place of an answer, or below one that was cut off. `detail` holds the service's own words. */
export interface PageAlert {
  text: string;
  detail: string | undefined;
  buttons: { action: AlertAction; label: string }[];
}

export interface PageAnswer {
  role: 'assistant';
  id: string;
  /** Its model's name, or "A" while that is hidden. */
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

/** The model that a column's next message goes to. */
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

/** The model of a column, and what it is asked with. While blind, nothing here tells which model it is. */
export interface PageColumn {
  /** Of the column; "A" while blind. */
  id: string;
  /** The model's name, or "A" while blind; unique on the page. */
  name: string;
  /** It is the base model of another column's LoRA. */
  isBase: boolean;
  model: PageModel;
  /** What its next question is asked with. */
  settings: ChatSettings;
  /** They differ from the shared ones. */
  hasOwnSettings: boolean;
  presets: PagePresets;
  /** Of its model, whether they are set or not. */
  refused: readonly PageRefusal[];
  /** What it is asked with, e.g. "Strict · “You are …”"; empty if nothing is set. */
  settingsText: string;
  /** E.g. "Median of 3 answers: 0.44 s to first token · 58 tokens/s"; of several columns only. */
  medians: string | undefined;
}

/** An answer that was asked for and has not ended. */
export interface PageStream {
  /** Its id. */
  turn: string;
  silence: PageSilence | undefined;
  /** It is asked for when others have ended. A sentence, e.g. "Asked when the others before it have ended." */
  queued: string | undefined;
}

/** What a column shows as its answer to a question. */
export interface PageCell {
  /** What a vote for it says: the column's id, or "A" as long as its model is hidden. */
  id: string;
  /** The column's model, or "A". */
  name: string;
  /** Id of the answer's turn. */
  answer?: string;
  /** Another version of what came before has its answer: "On version 1 of 2", and the turn that *Show* selects. */
  elsewhere?: { text: string; turn: string };
  /** It was not asked, and can be. */
  canAsk?: boolean;
}

/** "Which is better?" about a question's answers. */
export interface PageVote {
  /** `best` is a cell's id or `tie`; `label` e.g. "support-tone-v7", "A" or "Tie"; `key` is what a person presses for it. */
  choices: readonly { best: string; label: string; key: string }[];
  chosen: string | undefined;
  /** False once a blind vote has revealed the models. */
  canVote: boolean;
}

/** A question and its answers, one cell a column in the order of the heads. */
export interface PageRow {
  /** Id of the question's turn. */
  question: string;
  cells: readonly PageCell[];
  /** Which model answered is hidden: no more than Stop, Retry and the vote is there for it. */
  isHidden?: boolean;
  /** Absent until there are answers to choose from. */
  vote?: PageVote;
  /** Says that answers are the same. */
  same?: string;
  /** Two answers or more are there to be compared word by word. */
  hasDifferences?: boolean;
}

/** All of the page except the turns. */
export interface ChatFrame {
  conversationId: string;
  title: string;
  /** One to four, in the order shown. */
  columns: readonly [PageColumn, ...PageColumn[]];
  /** Of all columns that have no own ones. */
  settings: ChatSettings;
  presets: PagePresets;
  /** In the order in which they were asked for. */
  streams: readonly PageStream[];
  /** Once it is gone, the message is a turn of this id, or else the composer's again. */
  queued: PageQueued | undefined;
  /** Announced once by screen readers, e.g. "Answer complete". */
  status: string;
  sendWith: 'enter' | 'modEnter';
  /** Why nothing can be added to this chat, e.g. because a newer version wrote it. */
  readOnly: string | undefined;
  /** Why nothing can be sent now, apart from `readOnly`, e.g. because the model is gone. */
  noSend: string | undefined;
  /** True if a read-only chat can go on as a new one. */
  canFork: boolean;
  /** A sentence on how the chat is saved, if that is unusual. */
  notice: string | undefined;
  /** Another model can be added now. */
  canAddModel: boolean;
  isOneAtATime: boolean;
  isWithoutEarlier: boolean;
  /** The next question's models will be hidden until its vote. */
  isBlind: boolean;
  /** Some question's models are hidden. */
  isHidden: boolean;
  /** The line on all votes for these models so far, e.g. "3 : 1, 1 tie for support-tone-v7 (revision 4f2c9ab)". */
  tally: string | undefined;
}

/** Except for `snapshot`, each message's `seq` is one above the last; after a gap the page asks again with `ready`. */
export type ChatToPage =
  | { type: 'snapshot'; seq: number; frame: ChatFrame; turns: PageTurn[]; rows: PageRow[] }
  | { type: 'frame'; seq: number; frame: ChatFrame }
  /** What is shown, from the first question on. Turns that the page doesn't have yet come before. */
  | { type: 'rows'; seq: number; rows: PageRow[] }
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
  /** Unfolds the settings. */
  | { type: 'showSettings'; seq: number }
  /** Scrolls a shown turn into sight, e.g. a search result, and in it the first of `words`, which are marked. */
  | { type: 'reveal'; seq: number; turn: string; words: readonly string[] }
  /** Puts a text into the composer, and a sentence on where it comes from above it. Comes again until the page says `filled`. */
  | { type: 'fill'; seq: number; text: string; note?: string };

const text = v.pipe(v.string(), v.maxLength(4_000_000));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
/** Id of a turn. */
const turn = id;
/** Of one column; absent: of all. */
const ofColumn = v.exactOptional(id);
const attachment = v.pipe(v.string(), v.maxLength(200));
const maxFiles = 1000;
const attachments = v.exactOptional(v.pipe(v.array(attachment), v.maxLength(maxFiles)));
const droppedFile = v.object({
  name: v.pipe(v.string(), v.maxLength(1000)),
  size: v.pipe(v.number(), v.minValue(0)),
  isUnreadable: v.exactOptional(v.boolean()),
  bytes: v.exactOptional(v.instance(Uint8Array<ArrayBufferLike>)),
});
/** Checked once more where they are set: they may be anything. */
const settings = v.custom<ChatSettings>((value) => typeof value === 'object' && value !== null);
const isOn = v.boolean();

/**
 * What the page says, each message by its type. To add one: its fields here, a handler in `ui/chats/tab/chatHandlers.ts`, and a
 * `post` in the page.
 */
export const chatToHost = {
  ready: {},
  /** With the attachments of these ids. Each leaves the composer only when the message is saved. */
  send: { text, attachments },
  /** The text of `fill` is in the composer, and kept. */
  filled: {},
  /** `send` after what streams, if that completes. `id`: of the turn it becomes. */
  queue: { id: turn, text, attachments },
  /** Don't send what waits. */
  unqueue: {},
  /** This answer, or all. */
  stop: { turn: v.exactOptional(turn) },
  /** Sends a new version of a question to all columns. */
  edit: { turn, text },
  regenerate: { turn },
  /** Let the user choose a model for another answer. */
  regenerateWith: { turn },
  /** Has a question answered by the model of a cell that was not asked. */
  ask: { question: turn, cell: id },
  /** Asks for `exchange`. */
  showExchange: { turn },
  copyExchange: { turn },
  /** Show this sibling. */
  select: { turn },
  alertAction: { turn, action: v.picklist(alertActions) },
  chooseModel: { column: ofColumn },
  addModel: {},
  closeColumn: { column: id },
  continueAsChat: { column: id },
  settings: { settings, column: ofColumn },
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
  openDiff: { question: turn },
  allVotes: {},
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
  /** Files that the user dropped, by URI. */
  attachUris: { uris: v.pipe(v.array(v.pipe(v.string(), v.maxLength(8192))), v.maxLength(maxFiles)) },
  attachFiles: { files: v.pipe(v.array(droppedFile), v.maxLength(maxFiles)) },
  detach: { attachment },
  /** Show what is or was sent of it. */
  openAttachment: { attachment },
} as const satisfies MessageTable;

export type ChatMessages = Messages<typeof chatToHost>;
export type ChatToHost = ChatMessages[keyof ChatMessages];

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
  /** The place among the columns of the one shown where there is room for one only, from 0. */
  tab?: number;
}

/** Where the user has scrolled back to. */
export interface ReadingPlace {
  turn: string;
  /** How much of the turn is hidden above, in CSS pixels; negative if it begins further down. */
  above: number;
}
