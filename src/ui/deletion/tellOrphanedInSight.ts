import type * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { errorCode } from '../../core/files/errorCode.ts';
import { namesIn } from '../../core/files/ifExists.ts';
import type { ModelsView } from '../models/view/modelsView.ts';
import type { Lazy } from '../shared/lazy.ts';

/** Reports deletions that an earlier window left in `openFolder`, whenever the Models view becomes visible. */
export function tellOrphanedInSight(
  view: ModelsView,
  openFolder: string,
  deletions: Lazy<{ tellOrphaned(): Promise<void> }>,
  log: Logger,
): vscode.Disposable {
  // The user didn't ask for this, so a failure shows no message.
  const look = async () => {
    try {
      if (view.isVisible && (await namesIn(openFolder)).length > 0) await (await deletions()).tellOrphaned();
    } catch (error) {
      log.warn(`Earlier deletions can't be looked for: ${errorCode(error) ?? 'unknown error'}`);
    }
  };
  void look();
  return view.onDidChangeVisibility(() => void look());
}
