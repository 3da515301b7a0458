import type { RunPageDetail, RunPageRow, RunState } from '../../src/protocol/run.ts';
import type { OpenPage, PageOptions } from './openPage.ts';
import { runDetail, runRow, runState } from './runSamples.ts';
import type { PageTools } from './useBrowser.ts';

interface ServedList {
  version: number;
  /** The list's rows, or how many there are, which are then made from `sample`. */
  rows: RunPageRow[] | number;
  sample: RunPageRow;
  detail: RunPageDetail;
  /** True if rows that are asked for are held back. */
  isSlow: boolean;
}

declare global {
  interface Window {
    served: ServedList;
    sayList: () => void;
  }
}

/** What a host serves; what is missing is of the samples. */
interface Served {
  state?: RunState;
  rows?: RunPageRow[] | number;
  detail?: RunPageDetail;
}

/** Opens a run's page whose host serves this. */
export async function openRun(
  browser: Pick<PageTools, 'open'>,
  served: Served = {},
  look: PageOptions = { width: 1000 },
): Promise<OpenPage> {
  const open = await browser.open('run', look);
  await serveRun(open, served);
  return open;
}

/** Answers the run's page as its host does: each list, its rows, and the details of a prompt. Says the state, and waits for rows. */
export async function serveRun(
  open: OpenPage,
  { state = runState(), rows = 200, detail = runDetail() }: Served = {},
): Promise<void> {
  const served: ServedList = { version: 0, rows, sample: runRow(0), detail, isSlow: false };
  await open.page.evaluate(answerPage, served);
  await open.say({ type: 'state', state });
  // Once for the list, once for its rows, once for what comes into sight.
  for (let time = 0; time < 3; time += 1) await open.say();
}

/** Runs in the page, in place of VS Code. */
function answerPage(first: ServedList): void {
  window.served = first;
  const say = (message: object) => window.postMessage(message, '*');
  const countOf = ({ rows }: ServedList) => (typeof rows === 'number' ? rows : rows.length);
  const rowAt = ({ rows, sample }: ServedList, at: number): RunPageRow | undefined =>
    typeof rows === 'number'
      ? { ...sample, prompt: at, label: String(at + 1), question: `Question ${at + 1}` }
      : rows[at];
  const placeOf = (served: ServedList, prompt: number) =>
    typeof served.rows === 'number' ? prompt : served.rows.findIndex((row) => row.prompt === prompt);
  window.sayList = () => {
    const { served } = window;
    served.version += 1;
    say({ type: 'list', version: served.version, count: countOf(served) });
  };
  const reply = (value: object) => say({ type: 'reply', to: window.requests.pop()?.request, value });
  const answer = (message: {
    type: string;
    version?: number;
    from?: number;
    to?: number;
    near?: number;
    opened?: number;
    prompt?: number;
  }) => {
    const { served } = window;
    const { type, version, from = 0, to = 0, near = -1, opened = -1, prompt = 0 } = message;
    if (type === 'list') window.sayList();
    if (type === 'rows' && version === served.version && !served.isSlow) {
      const place = near < 0 ? -1 : placeOf(served, near);
      const start = place < 0 ? from : Math.max(0, place - Math.floor((to - from) / 2));
      const end = Math.min(countOf(served), start + to - from);
      const rows = Array.from({ length: Math.max(0, end - start) }, (_, at) => rowAt(served, start + at));
      const at = opened < 0 ? -1 : placeOf(served, opened);
      reply({ from: start, rows, ...(at >= 0 && { opened: at }) });
    }
    if (type === 'detail') reply({ ...served.detail, prompt, label: String(prompt + 1) });
  };
  const { posted } = window;
  const push = posted.push.bind(posted);
  posted.push = (...messages) => {
    const count = push(...messages);
    for (const message of messages) answer(message as { type: string });
    return count;
  };
}

/** Replaces the rows, as when a run goes on. */
export async function changeRows(open: OpenPage, rows: RunPageRow[] | number): Promise<void> {
  await open.page.evaluate((next) => {
    window.served.rows = next;
    window.sayList();
  }, rows);
  for (let time = 0; time < 3; time += 1) await open.say();
}
