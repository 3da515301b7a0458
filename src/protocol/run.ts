import * as v from 'valibot';
import type { ModelPair } from '../core/promptSets/compare/modelPairs.ts';
import type { SideChoice } from '../core/promptSets/rate/sides.ts';
import type { ChangeFilter, RowFilter } from '../core/promptSets/report/rowFilter.ts';
import type { CountedPart } from '../core/promptSets/words/counted.ts';
import type {
  ChangeFact,
  RunSummaryRow,
  SummaryCell,
  TagLine,
  VerdictWords,
  VersionTable,
} from '../core/promptSets/words/findingWords.ts';
import { type Messages, type MessageTable, type PageCall, replies } from './messages.ts';

export type { ChangeFilter, CountedPart, RunSummaryRow, SummaryCell, TagLine, VerdictWords, VersionTable };

/** A model of the run, as its column is headed. */
export interface RunPageModel {
  name: string;
  /** The one that the others are compared with. */
  isBase: boolean;
  /** The base once more: the noise floor. */
  isNoiseFloor: boolean;
}

/** The earlier run that one is compared with, and which models with which. */
export interface ComparedWith {
  runId: string;
  pairs: ModelPair[];
  /** The runs of still earlier versions of the adapter, the oldest first. */
  versions?: string[];
}

/** What has changed since an earlier run: what differs between both, then what became of the answers. */
export interface RunComparison {
  /** E.g. "Compared with the run of Nov 16, 9:12" */
  title: string;
  facts: ChangeFact[];
  verdicts: VerdictWords[];
  versions?: VersionTable;
}

/** All that stands above the rows. */
export interface RunState {
  /** What the page keeps with `setState`, together with the list and its place. */
  runId: string;
  /** The set's file. */
  title: string;
  /** E.g. "Nov 18, 10:42 · 200 prompts × 2 models · temperature 0, max tokens 1,024" */
  facts: string;
  models: RunPageModel[];
  repetitions: number;
  prompts: number;
  /** While requests are sent, here or by another window; `canStop` only here. */
  progress?: { done: number; of: number; text: string; canStop: boolean };
  /** How many answers are missing, failed or unchecked; 0 while requests are sent and where nothing may be added. */
  missing: number;
  /** What *Run Missing* does, e.g. "5 requests to Acme production (2 to warm up)". */
  missingTitle?: string;
  /** Whether another engine is to answer what is missing: its results can be imported. */
  isWaiting: boolean;
  /** What the user should know: a model that was asked no more, a refused field, another window, a newer version. */
  notices: string[];
  /** What failed, and what to do next. */
  alert?: string;
  verdicts: VerdictWords[];
  /** "passed", "TTFT p50 / p95", … */
  headings: string[];
  summary: RunSummaryRow[];
  /** Of each model what was wrong with its tool calls, e.g. "Failed tool calls of support-tone-v7: no call 3 · wrong tool 1". */
  callErrors: string[];
  /** Of each compared model, what it did by tag; empty if the set has no tags. */
  tagLines: TagLine[];
  /** Whether there are two answers to at least one prompt. */
  canRate: boolean;
  /** How far a rating is that was begun and left. */
  begunRating?: { rated: number; of: number };
  /** Whether the person has finished a round of ratings, and whether a judge was asked. */
  isRated: boolean;
  isJudged: boolean;
  /** Whether a judge can be asked now. */
  canJudge: boolean;
  canRunBaseAgain: boolean;
  /** The run ended since a key was refused: no other way leads on. */
  isKeyRefused?: true;
  /** What this run is compared with, which the page keeps, too. */
  earlier?: ComparedWith;
  /** That comparison, once it is computed: then two more lists can be shown. */
  comparison?: RunComparison;
}

/** Which rows are shown. */
export interface RunList {
  show: RowFilter | ChangeFilter;
  /** Only this model's, where it matters; else any model's. */
  model?: number;
  /** Only those with this tag. */
  tag?: string;
  /** Every word must be in the prompt or an answer. */
  find: string;
}

/** How one model did on one prompt. */
export interface RowMark {
  /** `none`: not checked, or there is nothing to check; `missing`: no answer. */
  is: 'passed' | 'failed' | 'mixed' | 'none' | 'missing' | 'error';
  /** The beginning of the answer, on one line; of several, of one that failed. Empty if there is none. */
  answer: string;
  /** Why it is so: the check that decided, such as "contains “refund”", "2 of 3 passed", or what failed. */
  text: string;
}

export interface RunPageRow {
  prompt: number;
  /** From 1, or the set's own id. */
  label: string;
  /** Its beginning, on one line. */
  question: string;
  /** One per model. */
  marks: RowMark[];
}

export interface RunPageAnswer {
  model: number;
  repetition: number;
  text: string;
  calls?: PageCall[];
  reasoning: string;
  /** E.g. "0.42 s to first token · 61 tokens/s · 212 tokens · stop". */
  figures: string;
  /** Why there is none, or that it was cut. */
  alert?: string;
  /** `isPart`: it counts by the one before it that is none. */
  checks: { is: 'passed' | 'failed' | 'none'; text: string; isPart?: true }[];
  /** Whether it or the base's is better, as the person says, or a judge, and what the judge answered. */
  preference?: { texts: string[]; said: { title: string; text: string }[] };
  /** What it was in the earlier run; `name`: of the model there, if that is another. */
  before?: { is: 'passed' | 'failed' | 'none'; text: string; name?: string };
  /** E.g. "Failed since support-tone-v5, Nov 3, 10:42 AM." */
  since?: string;
}

/** Rows of a list, from this place on. */
export interface RunPageRows {
  from: number;
  rows: RunPageRow[];
  /** The place of the prompt that is opened, if the list has it. */
  opened?: number;
}

/** What is shown below a row that is opened. */
export interface RunPageDetail {
  prompt: number;
  label: string;
  line: number;
  messages: { role: string; text: string; calls?: PageCall[] }[];
  /** The names of the tools that it offers. */
  tools?: string;
  expected?: string;
  reference?: string;
  tags?: string;
  answers: RunPageAnswer[];
}

/** What is shown while answers are rated blind, in place of all else: nothing of it tells whose they are. */
export interface RatingState {
  title: string;
  /** E.g. "24 of 60 rated, 3 skipped" */
  progress: string;
  rated: number;
  skipped: number;
  of: number;
  notes: string[];
  /** What failed, and what to do next. */
  alert?: string;
  canGoBack: boolean;
  /** Absent once all were rated or skipped. */
  pair?: RatingPair | undefined;
}

export interface RatingPair {
  prompt: number;
  /** The prompt, without answers. */
  asked: RunPageDetail;
  left: string;
  right: string;
  /** What was chosen before. */
  choice?: SideChoice;
}

const sideChoices = ['left', 'right', 'tie'] as const satisfies readonly SideChoice[];

export type RunToPage =
  | { type: 'state'; state: RunState }
  /**
   * The rows that the last list has. `version` counts up whenever others come or go; it comes again, with the same one, when rows may
   * say something else.
   */
  | { type: 'list'; version: number; count: number }
  /** Answers are rated until the next `state`. */
  | { type: 'rating'; rating: RatingState };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Most rows that a page may ask for at once. */
export const maxRowsAsked = 200;

const rowFilters = [
  'all',
  'differs',
  'worse',
  'better',
  'equal',
  'lost',
  'failed',
  'slowest',
  'passed',
  'cut',
  'empty',
  'allPassed',
  'flaky',
  'ratedBase',
  'ratedOther',
  'ratedTie',
  'judgedBase',
  'judgedOther',
  'judgedTie',
  'betterThanBefore',
  'worseThanBefore',
] as const satisfies readonly (RowFilter | ChangeFilter)[];

/** What the page says, each message by its type; its handlers are in `ui/promptSets/page/runHandlers.ts`. */
export const runToHost = {
  ready: {},
  stop: {},
  runMissing: {},
  /** Of the connection that refused its key. */
  setApiKey: {},
  /** Plans the same once more. */
  runAgain: {},
  /** Asks the base all prompts once more. */
  runBaseAgain: {},
  compareRuns: {},
  removeComparison: {},
  /** Opens the system prompts of both runs side by side. */
  diffSystemPrompt: {},
  exportRun: {},
  judgeRun: {},
  /** `uris`: of files that were dropped on the page. */
  importResults: {
    uris: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(8192))), v.maxLength(1000))),
  },
  /** Copies a command that has another engine answer the files of the run. */
  copyBatchCommand: {},
  howComputed: {},
  list: {
    show: v.picklist(rowFilters),
    model: v.exactOptional(count),
    tag: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
    find: v.pipe(v.string(), v.maxLength(1000)),
  },
  /** `to` is not included. `near`: a prompt that keeps its place; if the list has it, the reply is as many rows around it instead. */
  rows: {
    ...{
      version: count,
      from: count,
      to: count,
      near: v.exactOptional(count),
      opened: v.exactOptional(count),
    },
    ...replies<RunPageRows>(),
  },
  detail: { prompt: count, ...replies<RunPageDetail>() },
  openAsChat: { prompt: count },
  openDiff: { prompt: count, model: count, repetition: count },
  copyRequest: { prompt: count, model: count },
  /** Begins a round of ratings, or goes on with one. */
  rateBlind: {},
  rate: { prompt: count, choice: v.picklist(sideChoices) },
  skipRating: { prompt: count },
  ratingBack: {},
  rateSkipped: {},
  finishRating: {},
  leaveRating: {},
} as const satisfies MessageTable;

export type RunMessages = Messages<typeof runToHost>;
export type RunToHost = RunMessages[keyof RunMessages];

/** What the page keeps with `setState`, so that it survives a reload. */
export interface RunPageState {
  runId: string;
  earlier?: ComparedWith;
  list: RunList;
  /** The first row in sight. */
  top: number;
  /** The prompt that is opened. */
  prompt?: number;
}
