import { compareRuns, type RunChange } from '../../../core/promptSets/report/compareRuns.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { ChangeFilter, RunPageDetail, RunState } from '../../../protocol/run.ts';
import { minimumDifference } from '../../shared/settings.ts';
import { dayAndTime } from '../../shared/text/time.ts';
import { changeNotice, changeTexts } from '../words/changeText.ts';
import { wholeText } from '../words/detailText.ts';
import type { RunPageParts } from './runPageParts.ts';

/** The earlier run that the one on a page is compared with, if any. */
export class EarlierRun {
  readonly #file: () => RunFile;
  readonly #runs: RunPageParts['runs'];
  #earlier: RunFile | undefined;
  #change: RunChange | undefined;

  constructor(file: () => RunFile, { runs }: Pick<RunPageParts, 'runs'>) {
    this.#file = file;
    this.#runs = runs;
  }

  /** Takes an open run in place of the one before. Call `compute` then. */
  choose(earlier: RunFile): void {
    this.close();
    this.#earlier = earlier;
  }

  /** Compares the runs anew, which takes a while for many answers. */
  async compute(): Promise<void> {
    const earlier = this.#earlier;
    if (!earlier) return;
    const options = { minimumDifference: minimumDifference.value };
    const change = await compareRuns(this.#file(), earlier, options);
    if (earlier === this.#earlier) this.#change = change;
  }

  /** Returns what is said of both runs, behind what is said of the one alone. */
  addTo(state: RunState, names: readonly string[], isRunning: boolean): RunState {
    if (!this.#earlier) return state;
    const earlierId = this.#earlier.run.id;
    if (!this.#change) return { ...state, earlierId };
    const file = this.#file();
    const about = { names, isRunning, minimumDifference: minimumDifference.value };
    const before = dayAndTime(this.#earlier.run.createdAt);
    return {
      ...state,
      earlierId,
      isCompared: true,
      verdicts: [...state.verdicts, ...changeTexts(file, this.#earlier, this.#change, about)],
      notices: [...state.notices, changeNotice(this.#change, file.run.prompts, before)],
    };
  }

  /** Returns the prompts that got better or worse since then, most first; `undefined` without an earlier run. */
  rows(show: ChangeFilter): readonly number[] | undefined {
    return show === 'betterThanBefore' ? this.#change?.better : this.#change?.worse;
  }

  /** Adds what the models answered then. */
  async addBefore(detail: RunPageDetail): Promise<RunPageDetail> {
    const [change, earlier] = [this.#change, this.#earlier];
    const prompt = change?.before[detail.prompt] ?? -1;
    if (!change || !earlier || prompt < 0) return detail;
    const answers = detail.answers.map(async (answer) => {
      const model = change.models.find((one) => one.model === answer.model)?.before;
      if (model === undefined) return answer;
      const cell = { prompt, model, repetition: answer.repetition };
      const result = await earlier.result(cell);
      if (!result) return answer;
      return { ...answer, before: { is: earlier.index.facts(cell).check, text: wholeText(result.text) } };
    });
    return { ...detail, answers: await Promise.all(answers) };
  }

  close(): void {
    if (this.#earlier) this.#runs.close(this.#earlier.run.id);
    this.#earlier = undefined;
    this.#change = undefined;
  }
}
