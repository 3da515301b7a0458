import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { debounce } from '../../base/debounce.ts';
import { failureLine } from '../../core/files/errorCode.ts';
import { namesIn } from '../../core/files/ifExists.ts';
import type { ModelsView } from '../models/view/modelsView.ts';

/**
 * Reports deletions that an earlier window left in `openFolder`, whenever the Models view becomes visible, and once more
 * `lookAgainMs` later: by then, the lock of a window that is gone has proved stale, even if another process has its process number.
 */
export function watchForOrphaned(
  view: Pick<ModelsView, 'isVisible' | 'onDidChangeVisibility'>,
  openFolder: string,
  deletions: () => Promise<{ tellOrphaned(): Promise<void> }>,
  log: Logger,
  lookAgainMs = 40_000,
): vscode.Disposable {
  // The user didn't ask for this, so a failure is only logged.
  const look = async () => {
    try {
      if (view.isVisible && (await namesIn(openFolder)).length > 0) await (await deletions()).tellOrphaned();
    } catch (error) {
      log.warn(failureLine("Earlier deletions can't be looked for", error));
    }
  };
  const lookAgain = debounce(() => void look(), { restMs: lookAgainMs });
  const lookTwice = () => {
    void look();
    lookAgain();
  };
  lookTwice();
  return vscode.Disposable.from(view.onDidChangeVisibility(lookTwice), { dispose: lookAgain.cancel });
}
