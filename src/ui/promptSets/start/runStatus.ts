import * as vscode from 'vscode';
import type { Logger } from '../../../api/types.ts';
import { debounce } from '../../../base/debounce.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { errorTrace } from '../../../core/files/errorCode.ts';
import type { AskJob } from '../../../core/promptSets/ask/askJob.ts';
import type { AskEnd, WindowRuns } from '../../../core/promptSets/ask/windowRuns.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { sayInfo, sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import { endText } from '../words/endText.ts';

/** The status bar follows the answers at most once per interval, in ms. */
const pace = { restMs: 200, maxMs: 200, isFirstAtOnce: true };

interface Parts {
  runs: Pick<WindowRuns, 'askedIds' | 'asking' | 'onDidChange' | 'onDidEnd'>;
  openRun: (id: string) => unknown;
  /** Whether the user sees the run's page. */
  isInSight: (id: string) => boolean;
  /** What a run found, in words; `undefined` if there is no verdict. */
  verdict: (file: RunFile, job: AskJob) => Promise<string | undefined>;
  log: Logger;
}

/** Says how far this window's runs are, in the status bar, and tells how one ended that is out of sight. */
export class RunStatus {
  readonly #parts: Parts;
  readonly #item = vscode.window.createStatusBarItem('hostedModels.run', vscode.StatusBarAlignment.Left);
  readonly #followSoon = debounce(() => this.#follow(), pace);
  readonly #listeners: { dispose(): void }[];
  /** The run that a click opens. */
  #opens: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#item.name = t('Prompt set');
    this.#listeners = [
      parts.runs.onDidChange(() => this.#followSoon()),
      parts.runs.onDidEnd(
        ({ file, end, job }) => void reportingErrors(parts.log, 'tellEnd', () => this.#tell(file, end, job)),
      ),
    ];
  }

  dispose(): void {
    for (const one of this.#listeners) one.dispose();
    this.#followSoon.cancel();
    this.#item.dispose();
  }

  #follow(): void {
    const { runs } = this.#parts;
    const asked = runs.askedIds.flatMap((id) => runs.asking(id) ?? []);
    const [first] = asked;
    if (!first) {
      this.#item.hide();
      return;
    }
    const counts = asked.map(({ file, job }) => job.progress(file));
    const done = counts.reduce((sum, count) => sum + count.done, 0);
    const of = counts.reduce((sum, count) => sum + count.of, 0);
    const isJudge = asked.every(({ job }) => job.is === 'judge');
    this.#item.text = `$(sync~spin) ${isJudge ? t('Judge {0}/{1}', done, of) : t('Run {0}/{1}', done, of)}`;
    this.#item.tooltip = asked.map(({ file }) => cleanText(file.run.set.name, 80)).join('\n');
    const runId = first.file.run.id;
    // VS Code forgets the arguments of the command before (extHostStatusBar.ts), so a click on its way would fail.
    if (runId !== this.#opens)
      this.#item.command = { command: 'hostedModels.openRun', title: '', arguments: [{ runId }] };
    this.#opens = runId;
    this.#item.show();
  }

  async #tell(file: RunFile, end: AskEnd, job: AskJob): Promise<void> {
    const { id, set } = file.run;
    if (end === 'stopped' || this.#parts.isInSight(id)) return;
    const name = cleanText(set.name, 80);
    const open = t('Open');
    const broken = endText(end, job);
    const ended = job.is === 'judge' ? t('The judge has answered.') : t('The run has ended.');
    const found = broken ?? (await this.#verdict(file, job)) ?? ended;
    const say = broken === undefined ? sayInfo : sayWarning;
    const chosen = await say(t('{0}: {1}', name, found), open);
    if (chosen === open) await this.#parts.openRun(id);
  }

  /** A run that has ended is told even if its verdict can't be computed. */
  async #verdict(file: RunFile, job: AskJob): Promise<string | undefined> {
    try {
      return await this.#parts.verdict(file, job);
    } catch (error) {
      this.#parts.log.error(`The verdict of a run could not be computed: ${errorTrace(error)}`);
      return undefined;
    }
  }
}
