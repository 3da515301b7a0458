import type { ChatSettings } from '../core/chats/tree/chatSettings.ts';
import type {
  ChatFrame,
  ChatToHost,
  ChatToPage,
  PageModel,
  PagePresets,
  PageRefusal,
  PageSilence,
  PageTurn,
} from './chat.ts';

/** One of the compared models. */
export interface PageColumn {
  id: string;
  /** The model's name, or "A" while names are hidden; unique on the page. */
  name: string;
  /** While names are hidden, only its name, "A", is given. */
  model: PageModel;
  /** The id of its streaming answer, or of one that is in line. */
  streaming: string | undefined;
  silence: PageSilence | undefined;
  /** The answer is asked for when another has ended. A sentence, e.g. "Asked after llama-3-8b." */
  inLine: string | undefined;
  /** What its next question is asked with. */
  settings: ChatSettings;
  /** They differ from the shared ones. */
  hasOwnSettings: boolean;
  presets: PagePresets;
  refused: readonly PageRefusal[];
  /** What it is asked with, e.g. "Strict · “You are …”"; empty if nothing is set. */
  settingsText: string;
  /** Why it can't be compared as it is, e.g. "No answer to the last question: …". */
  remark: string | undefined;
  /** Medians of its figures, once there are three turns, e.g. "Median of 3 answers: 0.44 s to first token · 58 tokens/s". */
  medians: string | undefined;
}

/** A column's shown path, from the first turn on. The columns may have turns in common. */
export interface ColumnPath {
  column: string;
  ids: string[];
}

/** "Which is better?" about the last question. */
export interface PageVote {
  /** `best` is a column's id or `tie`; `label` e.g. "A", "support-tone-v7" or "Tie". */
  choices: readonly { best: string; label: string }[];
  chosen: string | undefined;
  /** False once a blind vote has revealed the names. */
  canVote: boolean;
  /** Sentences on all votes so far; empty while names are hidden. */
  tally: readonly string[];
}

/** All of the page except the turns. */
export interface CompareFrame
  extends Pick<
    ChatFrame,
    | 'conversationId'
    | 'title'
    | 'settings'
    | 'presets'
    | 'queued'
    | 'status'
    | 'sendWith'
    | 'readOnly'
    | 'canFork'
    | 'notice'
  > {
  /** Two to four, in the order shown. */
  columns: readonly PageColumn[];
  /** Why nothing can be sent now, apart from `readOnly`. */
  noSend: string | undefined;
  /** A blind comparison has had its one question: its models, question and answers stay as they are. */
  isSpent: boolean;
  canAddModel: boolean;
  isOneAtATime: boolean;
  /** `hidden`: nothing on the page may tell which model a column has. `revealed`: by the vote. */
  blind: 'off' | 'hidden' | 'revealed';
  /** False once something was said. */
  canChangeBlind: boolean;
  /** A new blind comparison of the same models can be started. */
  canAskAnother: boolean;
  /** `undefined` unless every column has answered the last question. */
  vote: PageVote | undefined;
  /** Says that answers to the last question are the same. */
  same: string | undefined;
  canShowDifferences: boolean;
}

/** Except for `snapshot`, each message's `seq` is one above the last; after a gap the page asks again with `ready`. */
export type CompareToPage =
  | { type: 'snapshot'; seq: number; frame: CompareFrame; turns: PageTurn[]; paths: ColumnPath[] }
  | { type: 'frame'; seq: number; frame: CompareFrame }
  /** All of them. Turns that the page doesn't have yet come before. */
  | { type: 'paths'; seq: number; paths: ColumnPath[] }
  | Exclude<ChatToPage, { type: 'snapshot' | 'frame' | 'path' }>;

/** A column's own; without `column`, of all. */
type OfColumn<T> = T & { column?: string };

export type CompareToHost =
  | Exclude<
      ChatToHost,
      | { type: 'stop' | 'chooseModel' | 'settings' | 'preset' | 'savePreset' | 'sendRefused' }
      | { type: 'regenerateWith' }
    >
  | OfColumn<Extract<ChatToHost, { type: 'stop' | 'settings' | 'preset' | 'savePreset' | 'sendRefused' }>>
  /** Choose another model for a column. */
  | { type: 'chooseModel'; column: string }
  /** Ask a column with the shared settings again. */
  | { type: 'shareSettings'; column: string }
  | { type: 'addModel' }
  | { type: 'closeColumn'; column: string }
  | { type: 'continueAsChat'; column: string }
  | { type: 'oneAtATime'; isOn: boolean }
  | { type: 'blind'; isOn: boolean }
  /** `best` is a column's id or `tie`. */
  | { type: 'vote'; best: string }
  /** Start a new blind comparison of the same models, with what the composer holds. */
  | { type: 'askAnother'; draft: string }
  | { type: 'showDifferences' };
