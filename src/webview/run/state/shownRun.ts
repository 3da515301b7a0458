import type {
  RunList,
  RunPageDetail,
  RunPageRow,
  RunPageRows,
  RunPageState,
  RunState,
} from '../../../protocol/run.ts';
import type { Span } from './rowWindow.ts';

/** A list of the host's, as far as its rows are loaded. */
export interface ShownList {
  version: number;
  count: number;
  loaded: Span;
  rows: ReadonlyMap<number, RunPageRow>;
  /** True if this is the list that was asked for last, not the same after a change. */
  isAsked: boolean;
}

/** The prompt whose details are shown. */
export interface OpenedPrompt {
  prompt: number;
  /** Its place in the list; `undefined` if it isn't there. */
  at: number | undefined;
  /** `undefined` until the host has read it. */
  detail: RunPageDetail | undefined;
}

/** What the page knows: a projection of the host's state. Each change results in a new object. */
export interface ShownRun {
  state: RunState;
  /** As it was asked for last. */
  list: RunList;
  /** True until the list that was asked for is there. */
  isNew: boolean;
  /** `undefined` until the first list. */
  shown: ShownList | undefined;
  /** A newer list, which takes the other's place once its rows are there, so that nothing flickers. */
  next: { version: number; count: number } | undefined;
  opened: OpenedPrompt | undefined;
}

/** Which rows are shown before the user chooses others. */
export function firstShow({ models }: RunState): RunList['show'] {
  return models.length > 1 ? 'differs' : 'all';
}

/** Whether the run has such a list: only one that is compared has what changed. */
export function hasList({ earlier }: RunState, { show }: RunList): boolean {
  return earlier !== undefined || (show !== 'betterThanBefore' && show !== 'worseThanBefore');
}

/** Returns what the page shows at first: what it showed before a reload, if that was the same run. */
export function firstModel(state: RunState, kept: RunPageState | undefined): ShownRun {
  const same = kept?.runId === state.runId ? kept : undefined;
  const list = same && hasList(state, same.list) ? same.list : { show: firstShow(state), find: '' };
  const opened = same?.prompt === undefined ? undefined : { prompt: same.prompt, at: undefined };
  return {
    state,
    list,
    isNew: true,
    shown: undefined,
    next: undefined,
    opened: opened && { ...opened, detail: undefined },
  };
}

/** Returns the model after the host has told of a list. */
export function withList(model: ShownRun, next: NonNullable<ShownRun['next']>): ShownRun {
  return next.count === 0 ? take(model, next, { from: 0, rows: [] }) : { ...model, next };
}

/** Returns the model with rows of this version; the same object if it is another's. */
export function withRows(model: ShownRun, version: number, read: RunPageRows): ShownRun {
  const { next, shown } = model;
  if (next?.version === version) return take(model, next, read);
  // Only these are read again when they change, so others would grow stale.
  return shown?.version === version ? { ...model, shown: { ...shown, ...loaded(read) } } : model;
}

function loaded({ from, rows }: RunPageRows): Pick<ShownList, 'loaded' | 'rows'> {
  return {
    loaded: { from, to: from + rows.length },
    rows: new Map(rows.map((row, at) => [from + at, row] as const)),
  };
}

/** Returns the model with another list in place of the one that was shown. */
function take(
  model: ShownRun,
  { version, count }: NonNullable<ShownRun['next']>,
  read: RunPageRows,
): ShownRun {
  const shown = { version, count, ...loaded(read), isAsked: model.isNew };
  const opened = model.opened && {
    ...model.opened,
    at: read.opened ?? rowOf(shown.rows, model.opened.prompt),
  };
  return { ...model, isNew: false, next: undefined, shown, opened };
}

/** Returns the place of a prompt among the loaded rows. */
export function rowOf(rows: ReadonlyMap<number, RunPageRow>, prompt: number): number | undefined {
  for (const [at, row] of rows) if (row.prompt === prompt) return at;
  return undefined;
}
