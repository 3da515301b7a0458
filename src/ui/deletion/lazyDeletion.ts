import * as vscode from 'vscode';
import { errorCode } from '../../core/files/atomicFile.ts';
import { hasFiles } from '../../core/files/hasFiles.ts';
import type { ModelsView } from '../models/view/modelsView.ts';
import type { DeletionFeature, DeletionParts } from './deletionFeature.ts';

interface Parts extends Omit<DeletionParts, 'isInSight'> {
  view: ModelsView;
}

/**
 * The deletions, whose code is loaded when it is used first: by a command, or because the Models view is in sight and an earlier
 * window has left one behind.
 */
export class LazyDeletion {
  readonly #parts: Parts;
  readonly #subscription: vscode.Disposable;
  #loading: Promise<DeletionFeature> | undefined;
  #loaded: DeletionFeature | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#subscription = parts.view.onDidChangeVisibility(() => void this.#look());
    void this.#look();
  }

  feature(): Promise<DeletionFeature> {
    this.#loading ??= import('./deletionFeature.ts').then(({ DeletionFeature }) => {
      const isInSight = () => this.#parts.view.isVisible && vscode.window.state.focused;
      this.#loaded = new DeletionFeature({ ...this.#parts, isInSight });
      return this.#loaded;
    });
    return this.#loading;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#loaded?.dispose();
  }

  /** Nobody asked for it, so that its failure is no message. */
  async #look(): Promise<void> {
    const { view, openFolder, log } = this.#parts;
    try {
      if (view.isVisible && (await hasFiles(openFolder))) await (await this.feature()).tellOrphaned();
    } catch (error) {
      log.warn(`Earlier deletions can't be looked for: ${errorCode(error) ?? 'unknown error'}`);
    }
  }
}
