import type {
  RunList,
  RunPageDetail,
  RunPageRow,
  RunPageState,
  RunState,
  RunToPage,
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
  next: { version: number; count: number; opened?: number } | undefined;
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

/** Returns the model after a message about the list; the same object if it changes nothing. */
export function reduceRun(
  model: ShownRun,
  message: Exclude<RunToPage, { type: 'state' | 'rating' }>,
): ShownRun {
  switch (message.type) {
    case 'list': {
      const { version, count, opened } = message;
      const next = { version, count, ...(opened !== undefined && { opened }) };
      if (count === 0) return take(model, next, { from: 0, to: 0 }, new Map());
      const { shown } = model;
      return shown?.version === version ? take(model, next, shown.loaded, shown.rows) : { ...model, next };
    }
    case 'rows':
      return readRows(model, message);
    case 'detail': {
      const { detail } = message;
      const { opened } = model;
      return opened?.prompt === detail.prompt ? { ...model, opened: { ...opened, detail } } : model;
    }
    default:
      return message satisfies never;
  }
}

function readRows(model: ShownRun, { version, from, rows }: Extract<RunToPage, { type: 'rows' }>): ShownRun {
  const { next, shown } = model;
  const read = new Map(rows.map((row, at) => [from + at, row] as const));
  const span = { from, to: from + rows.length };
  if (next?.version === version) return take(model, next, span, read);
  if (shown?.version !== version) return model;
  // Only these are sent again when they change, so others would grow stale.
  return { ...model, shown: { ...shown, loaded: span, rows: read } };
}

/** Returns the model with another list in place of the one that was shown. */
function take(
  model: ShownRun,
  { version, count, opened }: NonNullable<ShownRun['next']>,
  loaded: Span,
  rows: ReadonlyMap<number, RunPageRow>,
): ShownRun {
  return {
    ...model,
    isNew: false,
    next: undefined,
    shown: { version, count, loaded, rows, isAsked: model.isNew },
    opened: model.opened && { ...model.opened, at: opened ?? rowOf(rows, model.opened.prompt) },
  };
}

/** Returns the place of a prompt among the loaded rows. */
export function rowOf(rows: ReadonlyMap<number, RunPageRow>, prompt: number): number | undefined {
  for (const [at, row] of rows) if (row.prompt === prompt) return at;
  return undefined;
}
