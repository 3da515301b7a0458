import path from 'node:path';
import type * as vscode from 'vscode';
import type { ChatEvent, ChatRequest } from '../../../src/api/types.ts';
import { idsIn } from '../../../src/core/files/ifExists.ts';
import { WindowRuns } from '../../../src/core/promptSets/ask/windowRuns.ts';
import type { RunFile } from '../../../src/core/promptSets/run/runFile.ts';
import type { ComparedWith } from '../../../src/protocol/run.ts';
import { ListedRuns } from '../../../src/ui/promptSets/view/listedRuns.ts';
import { RunCommands } from '../../../src/ui/promptSets/view/runCommands.ts';
import type { RunNode } from '../../../src/ui/promptSets/view/runRow.ts';
import { RunsView } from '../../../src/ui/promptSets/view/runsView.ts';
import { askService, openRuns, plan, prompts } from '../../unit/core/promptSets/run/runBench.ts';
import { closeEditors } from './editors.ts';
import type { World } from './world.ts';

/** The models of a run: of the reference service. */
export const models = (connectionId: string) => plan.models.map(({ name }) => ({ connectionId, name }));

/** What a window has of runs, with models that answer by a script. */
export interface KeptRuns {
  runs: WindowRuns;
  list: ListedRuns;
  view: RunsView;
  commands: RunCommands;
  /** The ids of the runs whose page was opened. */
  opened: string[];
  /** Returns a model's answer to the prompt of that number; each request waits for it. */
  answer: (model: string, prompt: number) => string | Promise<string>;
  /** A new run of so many prompts, whose right answers are "Answer 0" and so on. Nothing is asked yet. */
  create(count: number, fields?: Partial<typeof plan>): Promise<RunFile>;
  /** The same, with all that is asked. */
  complete(count: number, fields?: Partial<typeof plan>): Promise<RunFile>;
}

/** Opens the runs of a window; `right` says which model answers which prompt rightly. */
export function openKeptRuns(world: World, locksOf: { dispose(): void }[]): KeptRuns {
  const { folder, log, connections, connection, memory } = world;
  const { store, locks } = openRuns(folder);
  locksOf.push(locks);
  async function* answering({ model, messages }: ChatRequest): AsyncGenerator<ChatEvent, void> {
    const prompt = Number(/\d+/u.exec(String(messages.at(-1)?.content))?.[0]);
    yield { type: 'text', text: await kept.answer(model, prompt) };
    yield { type: 'finish', reason: 'stop', complete: true };
  }
  const runs = new WindowRuns(store, askService(answering), () => 4, log);
  let rows = async (): Promise<RunNode[]> => [];
  const view = new RunsView(memory, {
    hasRuns: async () => (await idsIn(store.folder, '')).length > 0,
    rows: () => rows(),
  });
  const list = new ListedRuns({ runs, connections, log }, view);
  rows = () => list.rows();
  const opened: string[] = [];
  const diagnostics = { show: () => undefined };
  const openRun = (id: string) => opened.push(id);
  const services = { runs, connections, log, openRun, activeRun: () => undefined };
  const compare = (id: string, { runId }: ComparedWith) => opened.push(id, runId);
  const panels = { comparisonOf: () => undefined, compare };
  const judges = { judge: async () => undefined };
  const start = { runAgain: async (file: vscode.Uri) => void opened.push(file.toString()) };
  const exportForCi = async () => undefined;
  const places = { list, runsView: view, panels, start, judges, diagnostics, exportForCi };
  const commands = new RunCommands(services, places);
  const kept: KeptRuns = {
    ...{ runs, list, view, commands, opened },
    answer: (_model, prompt) => `Answer ${prompt}`,
    create: (count, fields) =>
      runs.create({ ...plan, models: models(connection.id), ...fields }, prompts(count)),
    async complete(count, fields) {
      const file = await kept.create(count, fields);
      await runs.ask(file);
      runs.close(file.run.id);
      return file;
    },
  };
  return kept;
}

/** The runs of a window, for each test. */
export function useKeptRuns(world: () => World): () => KeptRuns {
  let kept: KeptRuns | undefined;
  const locks: { dispose(): void }[] = [];
  beforeEach(() => {
    kept = openKeptRuns(world(), locks);
  });
  afterEach(async () => {
    kept?.list.dispose();
    kept?.view.dispose();
    await kept?.runs.closeAll();
    kept?.runs.dispose();
    for (const one of locks.splice(0)) one.dispose();
    await closeEditors();
  });
  return () => {
    if (!kept) throw new Error('Runs are there while a test runs only.');
    return kept;
  };
}

export function runPath({ runs }: KeptRuns, { run }: Pick<RunFile, 'run'>, name: string): string {
  return path.join(runs.store.folder, run.id, name);
}
