import path from 'node:path';
import * as vscode from 'vscode';
import { DeletionJournal } from '../../../src/core/deletion/journal.ts';
import { buildDeletions } from '../../../src/ui/deletion/buildDeletions.ts';
import { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { removeLora } from '../../service/catalog.ts';
import { closeEditors } from './editors.ts';
import { sent } from './extension.ts';
import { perTest } from './perTest.ts';
import { load, type World } from './world.ts';

/** What a window deletes with, in a test's world, and what the person sees of it. */
export class DeletingWindow {
  readonly world: World;
  readonly documents = new ReadOnlyDocuments();
  readonly feature: ReturnType<typeof buildDeletions>;
  /** Set by a test. */
  filter = '';
  selection: readonly unknown[] = [];
  isInSight = true;

  constructor(world: World) {
    this.world = world;
    const services = { ...world, documents: this.documents, view: this };
    this.feature = buildDeletions(services, () => this.isInSight);
  }

  get tree(): World['tree'] {
    return this.world.tree;
  }

  filterOf(): string {
    return this.filter;
  }

  /** A LoRA of the world's connection. */
  ref(name: string) {
    return { connectionId: this.world.connection.id, kind: 'lora' as const, name };
  }

  /** "METHOD /path" of each request so far. */
  get sent(): string[] {
    return sent(this.world.service);
  }

  get deletes(): string[] {
    return this.sent.filter((line) => line.startsWith('DELETE'));
  }

  /** The names of the listed LoRAs. */
  get names(): string[] {
    const { catalogs, connection } = this.world;
    return catalogs.of(connection).loras.map(({ name }) => name);
  }

  /** Makes the service lose a LoRA. */
  remove(name: string): void {
    removeLora(this.world.service, name);
  }

  get journalPath(): string {
    return path.join(this.world.folder, 'deleted.jsonl');
  }

  /** The names in the journal, sorted. */
  async journaled(): Promise<string[]> {
    return (await this.journalEntries()).map(({ name }) => name).sort();
  }

  /** The journal's entries for LoRAs that were deleted or may have been, in order. */
  async journalEntries(): Promise<{ name: string; source: string; isSure: boolean; object: unknown }[]> {
    const journal = new DeletionJournal(this.journalPath);
    const { entries } = await journal.read(() => undefined);
    return Promise.all(
      entries.map(async (entry) => {
        const { name, source, isSure } = entry;
        return { name, source, isSure, object: await journal.object(entry) };
      }),
    );
  }

  get openFolder(): string {
    return path.join(this.world.folder, 'deletions');
  }

  /** The text of the report that this window has opened; empty if there is none. */
  report(): string {
    const [uri] = this.reportUris();
    return uri ? this.documents.provideTextDocumentContent(uri) : '';
  }

  /** VS Code keeps documents of other windows for a while; those have no text here. */
  reportUris(): vscode.Uri[] {
    return vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter((uri) => uri.scheme === 'hosted-models')
      .filter((uri) => this.documents.provideTextDocumentContent(uri).startsWith('Deletion of'));
  }

  async close(): Promise<void> {
    this.feature.dispose();
    await closeEditors();
    this.documents.dispose();
  }
}

/** A window for each test of the suite, with its list loaded and its requests cleared. */
export function useDeletingWindow(world: () => World): () => DeletingWindow {
  return perTest(
    async () => {
      const window = new DeletingWindow(world());
      await load(world());
      world().service.clearRequests();
      return window;
    },
    (window) => window.close(),
  );
}
