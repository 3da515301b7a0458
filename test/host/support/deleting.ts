import path from 'node:path';
import * as vscode from 'vscode';
import { DeletionJournal } from '../../../src/core/deletion/journal.ts';
import { DeletionFeature } from '../../../src/ui/deletion/deletionFeature.ts';
import { ReadOnlyDocuments } from '../../../src/ui/readOnlyDocuments.ts';
import type { World } from './world.ts';

/** A `Memento` that forgets with the test. */
export class MemoryMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();
  keys = () => [...this.#values.keys()];
  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get(key: string, defaultValue?: unknown): unknown {
    return this.#values.get(key) ?? defaultValue;
  }
  update = async (key: string, value: unknown) => {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  };
}

/** What a window deletes with, over a test's world, and what a person sees of it. */
export class DeletingWindow {
  readonly world: World;
  readonly documents = new ReadOnlyDocuments();
  readonly memory = new MemoryMemento();
  readonly feature: DeletionFeature;
  /** Set by a test. */
  filter = '';
  selection: readonly unknown[] = [];
  isInSight = true;

  constructor(world: World) {
    this.world = world;
    this.feature = new DeletionFeature({
      ...world,
      documents: this.documents,
      memory: this.memory,
      journalPath: this.journalPath,
      bulkFolder: this.bulkFolder,
      view: this,
      isInSight: () => this.isInSight,
    });
  }

  get tree(): World['tree'] {
    return this.world.tree;
  }

  filterOf(): string {
    return this.filter;
  }

  get journalPath(): string {
    return path.join(this.world.folder, 'deleted.jsonl');
  }

  /** The names in the journal, in their order. */
  async journaled(): Promise<string[]> {
    const { entries } = await new DeletionJournal(this.journalPath).read();
    return entries.map(({ name }) => name).sort();
  }

  get bulkFolder(): string {
    return path.join(this.world.folder, 'deletions');
  }

  /** The text of the report that this window has opened; empty where there is none. */
  report(): string {
    const [uri] = this.reportUris();
    return uri ? this.documents.provideTextDocumentContent(uri) : '';
  }

  /** VS Code keeps documents of other windows for a while; their text is not ours. */
  reportUris(): vscode.Uri[] {
    return vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter((uri) => uri.scheme === 'hosted-models')
      .filter((uri) => this.documents.provideTextDocumentContent(uri).startsWith('Deletion of'));
  }

  async close(): Promise<void> {
    this.feature.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    this.documents.dispose();
  }
}
