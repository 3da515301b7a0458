import * as vscode from 'vscode';
import { debounce } from '../../../base/debounce.ts';
import { errorTrace } from '../../../core/files/errorCode.ts';
import type { SetProblem } from '../../../core/promptSets/file/setProblem.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import { t } from '../../shared/text/t.ts';
import { type ReadSet, readSet } from './readSet.ts';
import { problemRange, problemText } from './setProblems.ts';

/** A set is read again once its file rests for so long, in ms. */
const restMs = 500;

/** A longer text is not read while it is typed, only when it is saved. In UTF-16 code units. */
const maxTyped = 5_000_000;

interface Followed {
  readSoon(): void;
  dispose(): void;
}

/** Marks what is wrong with the sets that were run, until they are mended or closed. */
export class SetDiagnostics {
  readonly #marks = vscode.languages.createDiagnosticCollection('hostedModels.promptSets');
  readonly #followed = new Map<string, Followed>();
  readonly #log: WindowServices['log'];
  readonly #listeners: vscode.Disposable;

  constructor(log: WindowServices['log']) {
    this.#log = log;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const followed = this.#followed.get(document.uri.toString());
        if (followed && document.getText().length <= maxTyped) followed.readSoon();
      }),
      // Its document may live on for minutes.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (input instanceof vscode.TabInputText) this.#forget(input.uri);
      }),
    );
  }

  /** Shows a set's problems, and follows its file from now on. */
  show({ uri, options, problems }: Pick<ReadSet, 'uri' | 'options' | 'problems'>): void {
    this.#forget(uri);
    this.#mark(uri, problems);
    const left = new AbortController();
    const readSoon = debounce(() => void this.#readAgain(uri, options, left.signal), { restMs });
    // A file that is open in no editor can be mended, too. Its name may have characters that mean something in a pattern.
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*'),
    );
    const isIt = (other: vscode.Uri) => other.toString() === uri.toString();
    this.#followed.set(uri.toString(), {
      readSoon,
      dispose: () => {
        left.abort();
        readSoon.cancel();
        watcher.dispose();
      },
    });
    watcher.onDidChange((changed) => isIt(changed) && readSoon());
    watcher.onDidDelete((deleted) => isIt(deleted) && this.#forget(uri));
  }

  dispose(): void {
    for (const one of this.#followed.values()) one.dispose();
    this.#listeners.dispose();
    this.#marks.dispose();
  }

  async #readAgain(uri: vscode.Uri, options: ReadSet['options'], signal: AbortSignal): Promise<void> {
    try {
      const { problems } = await readSet(uri, options, signal);
      if (!signal.aborted) this.#mark(uri, problems);
    } catch (error) {
      if (!signal.aborted) this.#log.warn(`A prompt set could not be read again: ${errorTrace(error)}`);
    }
  }

  #mark(uri: vscode.Uri, problems: readonly SetProblem[]): void {
    this.#marks.set(uri, problems.map(diagnosticOf));
  }

  #forget(uri: vscode.Uri): void {
    this.#followed.get(uri.toString())?.dispose();
    this.#followed.delete(uri.toString());
    this.#marks.delete(uri);
  }
}

function diagnosticOf(problem: SetProblem): vscode.Diagnostic {
  const { Error: fatal, Warning, Information } = vscode.DiagnosticSeverity;
  const severity = problem.isFatal ? fatal : problem.isNote ? Information : Warning;
  const mark = new vscode.Diagnostic(problemRange(problem), problemText(problem), severity);
  mark.source = t('Prompt set');
  return mark;
}
