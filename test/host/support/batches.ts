import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { PresetsFile } from '../../../src/ui/presets/presetsFile.ts';
import { BatchCommands } from '../../../src/ui/promptSets/batch/batchCommands.ts';
import { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { failure, result } from '../../unit/core/promptSets/batch/outputs.ts';
import { developedExtension } from './extension.ts';
import type { KeptRuns } from './keptRuns.ts';
import { useStandIns } from './standIns.ts';
import type { World } from './world.ts';

/** A request as it stands in a file. */
interface Request {
  custom_id: string;
  body: { model: string; messages: { content: string }[] };
}

/** The commands that take a run to another engine and back, and an engine. */
export interface Batches {
  commands: BatchCommands;
  /** Where files are exported to. */
  folder: vscode.Uri;
  /** What the person chooses in the next dialogs for files and folders: nothing is a cancel. */
  choosing(...choices: (readonly vscode.Uri[] | undefined)[]): void;
  /** What those dialogs offered. */
  dialogs: vscode.OpenDialogOptions[];
  files(): Promise<string[]>;
  requests(name: string): Promise<Request[]>;
  /** Answers a file of requests: a text, or `undefined` for a failure. Returns where the results are. */
  answer(name: string, textOf: (request: Request, at: number) => string | undefined): Promise<vscode.Uri>;
  write(name: string, content: string | Uint8Array): Promise<vscode.Uri>;
}

function openBatches(
  world: World,
  { runs, opened }: Pick<KeptRuns, 'runs' | 'opened'>,
  documents: ReadOnlyDocuments,
  presets: PresetsFile,
): BatchCommands {
  return new BatchCommands({
    ...world,
    ...{ runs, documents, presets },
    diagnostics: { show: () => undefined },
    weights: { send: async () => undefined },
    view: { selection: [] },
    extensionUri: developedExtension().extensionUri,
    openRun: (id) => opened.push(id),
    activeRun: () => undefined,
  });
}

export function useBatches(world: () => World, kept: () => Pick<KeptRuns, 'runs' | 'opened'>): () => Batches {
  const replace = useStandIns(vscode.window);
  let batches: Batches | undefined;
  let used: { dispose(): void }[] = [];
  beforeEach(async () => {
    const documents = new ReadOnlyDocuments();
    const presets = new PresetsFile(vscode.Uri.file(world().folder), world().log);
    used = [documents, presets];
    const folder = vscode.Uri.file(path.join(world().folder, 'out'));
    await mkdir(folder.fsPath);
    const read = async (name: string) => readFile(path.join(folder.fsPath, name), 'utf8');
    const requests = async (name: string): Promise<Request[]> =>
      (await read(name))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const write = async (name: string, content: string | Uint8Array) => {
      const file = path.join(folder.fsPath, name);
      await writeFile(file, content);
      return vscode.Uri.file(file);
    };
    const dialogs: vscode.OpenDialogOptions[] = [];
    batches = {
      commands: openBatches(world(), kept(), documents, presets),
      ...{ folder, dialogs, requests, write },
      choosing: (...choices) =>
        replace({
          async showOpenDialog(options: vscode.OpenDialogOptions) {
            dialogs.push(options);
            return choices.shift();
          },
        }),
      files: async () => (await readdir(folder.fsPath)).toSorted(),
      async answer(name, textOf) {
        const rows = (await requests(name)).map((request, at) => {
          const [text, { model }] = [textOf(request, at), request.body];
          return text === undefined ? failure(request.custom_id) : result(request.custom_id, text, { model });
        });
        return write(`${name}.out`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      },
    };
  });
  afterEach(() => {
    for (const one of used) one.dispose();
  });
  return () => {
    if (!batches) throw new Error('Batches are there while a test runs only.');
    return batches;
  };
}
