import { debounce } from '../../../base/debounce.ts';
import { eachLimited } from '../../../base/eachLimited.ts';
import { WorkQueue } from '../../../base/workQueue.ts';
import { errorTrace, failureLine } from '../../../core/files/errorCode.ts';
import { type ListedFindings, listedFindings } from '../../../core/promptSets/report/runFindings.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import { ownRow } from '../../shared/ownRows.ts';
import { minimumDifference } from '../../shared/settings.ts';
import type { RunServices } from '../runServices.ts';
import { type ListedRun, type RunNode, runItem } from './runRow.ts';
import type { RunsView } from './runsView.ts';

/** A run that is asked for changes often; the view is drawn at most once per interval. */
const pace = { restMs: 500, maxMs: 500, isFirstAtOnce: true };

/** How often runs that another window asks for are looked at again, in ms. */
const followMs = 2000;

/** So many runs are read at once. */
const concurrency = 4;

type View = Pick<RunsView, 'refresh' | 'look' | 'setShown'> & {
  tree: Pick<RunsView['tree'], 'visible' | 'onDidChangeVisibility'>;
};

/** The rows of the Runs view: the newest first. What a run found is gathered anew once there are more results. */
export class ListedRuns {
  readonly #services: Pick<RunServices, 'runs' | 'connections' | 'log'>;
  readonly #view: View;
  readonly #found = new Map<string, { of: string; found: ListedFindings | undefined }>();
  readonly #updateSoon = debounce(() => void this.#update(), pace);
  readonly #subscriptions: { dispose(): void }[];
  /** VS Code knows a row by its object. */
  readonly #nodes = new Map<string, RunNode>();
  readonly #queue = new WorkQueue();
  #followTimer: ReturnType<typeof setTimeout> | undefined;
  #rows: readonly RunNode[] = [];
  /** What VS Code has asked for last; `undefined` until it asks, which it does after each drawing of all. */
  #drawn: readonly RunNode[] | undefined;

  constructor(services: Pick<RunServices, 'runs' | 'connections' | 'log'>, view: View) {
    this.#services = services;
    this.#view = view;
    const { runs, connections } = services;
    this.#subscriptions = [
      runs.onDidChange(() => this.#updateSoon()),
      connections.onDidChange(() => this.#updateSoon()),
      // Another window may have made or deleted runs.
      view.tree.onDidChangeVisibility(() => this.#updateSoon()),
    ];
  }

  rows(): Promise<RunNode[]> {
    return this.#queue.run(async () => {
      await this.#list();
      this.#drawn = this.#rows;
      return [...this.#rows];
    });
  }

  /** Returns the row for the focus once these runs are gone: the next one, else the one before. */
  rowAfter(ids: readonly string[]): RunNode | undefined {
    const isLeft = ({ runId }: RunNode) => !ids.includes(runId);
    const last = this.#rows.findLastIndex((row) => !isLeft(row));
    return this.#rows[last + 1] ?? this.#rows.findLast(isLeft);
  }

  /** Draws only the rows that look different: until that ends, VS Code doesn't know the row on which a menu is open. */
  async #update(): Promise<void> {
    const view = this.#view;
    const { log } = this.#services;
    try {
      if (!view.tree.visible) return await view.look();
      const changed = await this.#queue.run(() => this.#list());
      // What VS Code is about to ask for, or has just got, is not drawn again, which could take the focus from a quick pick.
      const drawn = this.#drawn ?? this.#rows;
      const isSame = drawn.length === this.#rows.length && drawn.every((row, at) => row === this.#rows[at]);
      if (!isSame) {
        this.#drawn = undefined;
        view.refresh();
      } else if (changed.length > 0) view.refresh(changed);
    } catch (error) {
      log.error(`Runs could not be listed: ${errorTrace(error)}`);
    }
  }

  /** Lists the runs anew, and returns the rows that were there before and look different. */
  async #list(): Promise<RunNode[]> {
    const view = this.#view;
    const { runs, connections } = this.#services;
    const listed = new Map<string, ListedRun>();
    const all = await runs.store.list();
    await eachLimited(all, concurrency, async (run) => {
      listed.set(run.id, 'isNewer' in run ? run : await this.#listed(run));
    });
    const changed: RunNode[] = [];
    this.#rows = all.flatMap(({ id }) => {
      const run = listed.get(id);
      if (!run) return [];
      const item = runItem(run, connections);
      const known = this.#nodes.get(id);
      const row: RunNode = known ?? ownRow({ type: 'run', runId: id, item });
      if (known && JSON.stringify(known.item) !== JSON.stringify(item)) changed.push(known);
      row.item = item;
      this.#nodes.set(id, row);
      return [row];
    });
    await view.setShown(this.#rows.length > 0);
    clearTimeout(this.#followTimer);
    if (view.tree.visible && [...listed.values()].some((run) => 'asks' in run && run.asks === 'other'))
      this.#followTimer = setTimeout(() => this.#updateSoon(), followMs);
    return changed;
  }

  async #listed(run: Run): Promise<ListedRun> {
    const { runs, log } = this.#services;
    const isElsewhere = await runs.isElsewhere(run.id).catch((error) => {
      log.warn(failureLine('Which window has a run could not be read', error));
      return false;
    });
    const asking = runs.asking(run.id);
    const found = await this.#find(run, isElsewhere || asking !== undefined);
    if (asking) return { run, asks: 'this', found };
    // A window may also have a run to rate its answers.
    const state = found?.progress.state;
    const isOpen = state === 'begun' || state === 'new';
    return { run, asks: isOpen && isElsewhere ? 'other' : undefined, found };
  }

  /** Returns `undefined` if the run can't be read. */
  async #find({ id }: Run, isAsked: boolean): Promise<ListedFindings | undefined> {
    const { runs, log } = this.#services;
    const size = await runs.store.resultsSize(id);
    const of = `${size} ${minimumDifference.value} ${isAsked}`;
    const known = this.#found.get(id);
    if (known?.of === of) return known.found;
    let found: ListedFindings | undefined;
    // The index of an open run may be behind what is on the disk: it is looked at again once it has caught up.
    const isOpen = runs.opened(id) !== undefined;
    let isBehind = false;
    try {
      const file = await runs.open(id);
      if (file) {
        // The last line end isn't counted.
        isBehind = isOpen && file.indexed + 1 < size;
        const options = { minimumDifference: minimumDifference.value, isAsked };
        found = await listedFindings(file, runs.verdictThread, options).finally(() => runs.close(id));
      }
    } catch (error) {
      log.error(`Run ${id} could not be read: ${errorTrace(error)}`);
    }
    if (isBehind) this.#found.delete(id);
    else this.#found.set(id, { of, found });
    return found;
  }

  dispose(): void {
    this.#updateSoon.cancel();
    clearTimeout(this.#followTimer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
