import * as vscode from 'vscode';
import { errorCode } from '../../core/files/atomicFile.ts';
import { hasFiles } from '../../core/files/hasFiles.ts';
import type { ModelsView } from '../models/modelsView.ts';
import type { DeletionFeature, DeletionParts } from './deletionFeature.ts';
import { lorasAmong } from './lorasAmong.ts';

interface Parts extends Omit<DeletionParts, 'isInSight'> {
  view: ModelsView;
}

/** What the person can do about deletions. */
export interface DeletionActions {
  deleteLora(from?: unknown, selection?: unknown): Promise<void>;
  deleteLoras(from?: unknown, selection?: unknown): Promise<void>;
  showDeleted(): Promise<void>;
  stop(): void;
  tryAgain(report?: unknown): Promise<void>;
  checkNow(report?: unknown): Promise<void>;
  /** Before all local data is deleted. */
  forget(): Promise<void>;
  dispose(): void;
}

/**
 * The deletions, whose code is loaded when it is used first: by a command, or because the Models view is in sight and an earlier
 * window has left one behind.
 */
export function buildDeletion(parts: Parts): DeletionActions {
  const isInSight = () => parts.view.isVisible && vscode.window.state.focused;
  let loading: Promise<DeletionFeature> | undefined;
  let loaded: DeletionFeature | undefined;
  const feature = () => {
    loading ??= import('./deletionFeature.ts').then(({ DeletionFeature }) => {
      loaded = new DeletionFeature({ ...parts, isInSight });
      return loaded;
    });
    return loading;
  };
  const look = async () => {
    if (parts.view.isVisible && (await hasFiles(parts.bulkFolder))) await (await feature()).tellOrphaned();
  };
  // Nobody asked for it, so that its failure is no message.
  const lookNow = () =>
    void look().catch((error: unknown) => {
      parts.log.warn(`Earlier bulk deletions can't be looked for: ${errorCode(error) ?? String(error)}`);
    });
  const subscription: vscode.Disposable = parts.view.onDidChangeVisibility(lookNow);
  lookNow();
  return {
    deleteLora: async (from, selection) => {
      const { single, bulk } = await feature();
      // One command on many rows must not delete the first of them alone.
      const isForMany = lorasAmong(from, selection).length > 1;
      return isForMany ? bulk.deleteLoras(from, selection) : single.deleteLora(from);
    },
    deleteLoras: async (from, selection) => (await feature()).bulk.deleteLoras(from, selection),
    showDeleted: async () => (await feature()).showDeleted(),
    stop: () => parts.pending.bulk.stop(),
    tryAgain: async (report) => (await feature()).bulk.tryAgain(report),
    checkNow: async (report) => (await feature()).bulk.checkNow(report),
    forget: async () => (await feature()).bulk.forget(),
    dispose: () => {
      subscription.dispose();
      loaded?.dispose();
    },
  };
}
