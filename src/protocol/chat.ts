import type { EditDraft } from '../core/chats/tree/chatDraft.ts';
import type { ChatSettings } from '../core/chats/tree/chatSettings.ts';
import type { AnswerState } from '../core/exchange/exchangeFields.ts';
import type { PageCall } from './messages.ts';

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

/** What can be attached by typing `#` or `@` in the composer. */
export interface PageChoice {
  id: string;
  /** The file name alone. */
  name: string;
  /** Of a selection, e.g. "10–42"; empty for a whole file. */
  lines: string;
  /** E.g. "docs/replies"; empty at the top of the workspace. */
  folder: string;
}

/** What is offered for a query, best first. While files are listed, more may come. */
export interface PageChoices {
  choices: PageChoice[];
  isLoading: boolean;
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
export const alertActions = [
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
  /** In place of the text for the next `inMs`; `{0}` stands for the seconds left. */
  wait?: { text: string; inMs: number };
  detail: string | undefined;
  buttons: { action: AlertAction; label: string }[];
}

export interface PageAnswer {
  role: 'assistant';
  id: string;
  /** Its model's name, or "A" while that is hidden. */
  name: string;
  text: string;
  calls?: PageCall[];
  reasoning: string;
  reasoningMs: number | undefined;
  state: AnswerState;
  /** E.g. "0.42 s to first token · 61 tokens/s · 212 tokens · stop"; empty if nothing is known. */
  figures: string;
  alert: PageAlert | undefined;
  /** A sentence that is not an error, e.g. "Sent again without `top_p`, which Acme does not take." */
  notice: string | undefined;
  siblings: Siblings;
}

export type PageTurn = PageUserTurn | PageAnswer;

/** What is known about the request behind an answer. */
export interface PageExchange {
  /** In the order shown, e.g. "Status" and "200". */
  facts: readonly { label: string; value: string }[];
  /** Its JSON as it was sent, indented; `undefined` if nothing was sent. */
  request: string | undefined;
  /** An explanation if needed, e.g. that nothing was sent. */
  remark: string | undefined;
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
  /** As in `PageAnswer`. */
  name: string;
  /** Until this was sent. */
  ms: number;
  /** Some of this answer came before. */
  isStarted: boolean;
  /** The request will be repeated. `{0}` in the text stands for the seconds left. */
  retry: { text: string; inMs: number } | undefined;
  /** What may take so long, e.g. "A large adapter may have to be loaded first." */
  hint: string;
}

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
  turn: string;
  silence: PageSilence | undefined;
  /** It is asked for when others have ended. A sentence, e.g. "Starts when the models before it are done." */
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
  /** Another version of the last question or answer goes on: "Later turns are on 1 of 2", and the turn that *Show* selects. */
  later?: { text: string; turn: string };
}

/** "Which is better?" about a question's answers. */
export interface PageVote {
  /**
   * `best` is a cell's id or `tie`; `label` e.g. "support-tone-v7", "A" or "Tie"; `key` is what a person presses for it; `why` says
   * why it can't be chosen, e.g. once a blind vote has revealed the models.
   */
  choices: readonly { best: string; label: string; key: string; why?: string }[];
  chosen: string | undefined;
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
  /** What the user called the chat, else its models. */
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
  /** The composer names the keys that lead out of it. */
  hasKeyHint: boolean;
  /** Why nothing can be added to this chat, e.g. because a newer version wrote it. */
  readOnly: string | undefined;
  /** Why nothing can be sent now, apart from `readOnly`, e.g. because the model is gone. */
  noSend: string | undefined;
  /** True if a read-only chat can go on as a new one. */
  canFork: boolean;
  /** A sentence on how the chat is saved, if that is unusual. */
  notice: string | undefined;
  /** What was deleted last and can be brought back, e.g. "Deleted a turn." */
  deleted: string | undefined;
  canAddModel: boolean;
  isOneAtATime: boolean;
  isWithoutEarlier: boolean;
  /** The next question's models will be hidden until its vote. */
  isBlind: boolean;
  /** Some question's models are hidden. */
  isHidden: boolean;
  /** The line on this chat's votes for these models so far, e.g. "3 : 1, 1 tie for support-tone-v7 (revision 4f2c9ab)". */
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
  /** A request, whose reply is a `PageFile`: this picture from a file is too large. */
  | { type: 'scale'; seq: number; request?: string; bytes: Uint8Array }
  /** Unfolds the request details of an answer. */
  | { type: 'showExchange'; seq: number; turn: string }
  /** Asks for `copy` with this answer's text as shown, without Markdown syntax. */
  | { type: 'copyPlain'; seq: number; turn: string }
  /** Asks for `copy` with the selected text. */
  | { type: 'copySelection'; seq: number }
  /** Unfolds the settings. */
  | { type: 'showSettings'; seq: number }
  /** Scrolls a shown turn into sight, e.g. a search result, and in it the first of `words`, which are marked. */
  | { type: 'reveal'; seq: number; turn: string; words: readonly string[] }
  /**
   * Puts a text into the composer, a sentence on where it comes from above it, and edits into their turns. Comes again until the page
   * says `filled`.
   */
  | { type: 'fill'; seq: number; text: string; note?: string; edits?: readonly EditDraft[] };
