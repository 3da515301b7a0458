import { open } from 'node:fs/promises';
import path from 'node:path';
import type { OpenFile } from '../../../src/core/files/appendLines.ts';
import { OwnerLocks } from '../../../src/core/files/locks/ownerLocks.ts';
import { WindowRuns } from '../../../src/core/promptSets/ask/windowRuns.ts';
import type { Prompt } from '../../../src/core/promptSets/prompt.ts';
import type { RunFile } from '../../../src/core/promptSets/run/runFile.ts';
import { type RunPlan, RunStore } from '../../../src/core/promptSets/run/runStore.ts';
import type {
  RunMessages,
  RunPageDetail,
  RunPageRows,
  RunState,
  RunToHost,
  RunToPage,
} from '../../../src/protocol/run.ts';
import { chatService } from '../../../src/ui/chats/actions/chatService.ts';
import { RunPanels } from '../../../src/ui/promptSets/page/runPanels.ts';
import { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { seedInOrder } from '../../unit/core/promptSets/run/runBench.ts';
import type { Chats } from './chats.ts';
import { closeEditors } from './editors.ts';
import { developedExtension } from './extension.ts';
import { type RecordedPanel, useRecordedPanels } from './recordedPanel.ts';
import { nextEvent, until } from './waiting.ts';
import type { World } from './world.ts';

type Posted<Type extends RunToPage['type']> = Extract<RunToPage, { type: Type }>;

/** The runs of one window, and their pages. */
export interface RunWindow {
  runs: WindowRuns;
  panels: RunPanels;
  documents: ReadOnlyDocuments;
}

/** A run's page as it was told and asks. */
export class ShownRun {
  readonly recorded: RecordedPanel<RunToPage, RunToHost>;

  constructor(recorded: RecordedPanel<RunToPage, RunToHost>) {
    this.recorded = recorded;
  }

  say(message: RunToHost): void {
    this.recorded.say(message);
  }

  all<Type extends RunToPage['type']>(type: Type): Posted<Type>[] {
    return this.recorded.posted.filter((one): one is Posted<Type> => one.type === type);
  }

  get state(): RunState | undefined {
    return this.all('state').at(-1)?.state;
  }

  /** Waits until the newest state is so. */
  async reaches(what: string, isSo: (state: RunState) => boolean): Promise<RunState> {
    await until(this.recorded.onDidPost, what, () => this.state !== undefined && isSo(this.state));
    if (!this.state) throw new Error(what);
    return this.state;
  }

  /** Waits until the state has all that is computed. */
  computed(): Promise<RunState> {
    return this.reaches('the summary is there', ({ summary }) => summary.length > 0);
  }

  /** Asks for something, and waits for the next message of a type. */
  async answer<Type extends RunToPage['type']>(message: RunToHost, type: Type): Promise<Posted<Type>> {
    const next = nextEvent(
      this.recorded.onDidPost,
      `${type} after ${message.type}`,
      (one) => one.type === type,
    );
    this.say(message);
    return (await next) as Posted<Type>;
  }

  async rows(asked: Omit<RunMessages['rows'], 'type'>): Promise<RunPageRows> {
    const rows = await this.recorded.ask({ type: 'rows', ...asked });
    if (!rows) throw new Error('The page got no rows.');
    return rows as RunPageRows;
  }

  async detail(prompt: number): Promise<RunPageDetail> {
    const detail = await this.recorded.ask({ type: 'detail', prompt });
    if (!detail) throw new Error('The page got no details.');
    return detail as RunPageDetail;
  }
}

export interface RunPages extends RunWindow {
  /** While it is full, no line can be added to a run. */
  disk: { isFull: boolean };
  /** Another window over the same folder. */
  openWindow(): RunWindow;
  /** Makes a run of these prompts on the base and its LoRA. */
  create(prompts: readonly Partial<Prompt>[], plan?: Partial<RunPlan>): Promise<RunFile>;
  /** Opens a run's page. */
  show(id: string, window?: RunWindow): Promise<ShownRun>;
  page(at: number): ShownRun;
}

/** New runs for each test of the suite, whose pages are not loaded unless `hasPage` is true. */
export function useRunPages(world: () => World, chats: () => Chats, hasPage = false): () => RunPages {
  const recorded = useRecordedPanels<RunToPage, RunToHost>(hasPage);
  let pages: RunPages | undefined;
  let opened: (() => Promise<void>)[] = [];

  const disk = { isFull: false };
  const full = Object.assign(new Error('No room.'), { code: 'ENOSPC' });
  const openFile: OpenFile = async (...given) => {
    const file = await open(...given);
    const own = file.write.bind(file);
    const write = (bytes: Uint8Array) => (disk.isFull ? Promise.reject(full) : own(bytes));
    return Object.assign(file, { write });
  };

  function openWindow(): RunWindow {
    const { folder, log } = world();
    const { extensionUri } = developedExtension();
    const locks = new OwnerLocks(path.join(folder, 'runs'), log);
    const store = new RunStore(path.join(folder, 'runs'), locks, log, openFile);
    const runs = new WindowRuns(
      store,
      chatService(world(), () => false),
      () => 4,
      log,
    );
    const documents = new ReadOnlyDocuments();
    const panels = new RunPanels({
      ...world(),
      ...{ runs, documents, extensionUri, chats: chats().panels },
    });
    opened.push(async () => {
      panels.closeAll();
      panels.dispose();
      await runs.closeAll();
      for (const one of [runs, locks, documents]) one.dispose();
    });
    return { runs, panels, documents };
  }

  beforeEach(() => {
    disk.isFull = false;
    const own = openWindow();
    const page = (at: number) => {
      const panel = recorded.all[at];
      if (!panel) throw new Error(`There is no panel ${at}.`);
      return new ShownRun(panel);
    };
    pages = {
      ...own,
      disk,
      openWindow,
      page,
      async show(id, window = own) {
        await window.panels.show(id);
        return page(recorded.all.length - 1);
      },
      create: async (prompts, plan) =>
        own.runs.create(
          {
            seed: seedInOrder,
            set: { name: 'refunds.jsonl' },
            models: ['llama-3-8b', 'support-tone-v7'].map((name) => ({
              connectionId: world().connection.id,
              name,
            })),
            settings: { temperature: 0 },
            repetitions: 1,
            ...plan,
          },
          (async function* () {
            for (const [at, one] of prompts.entries())
              yield { line: at + 1, id: String(at + 1), messages: [], checks: [], ...one };
          })(),
        ),
    };
  });
  afterEach(async () => {
    for (const close of opened) await close();
    opened = [];
    await closeEditors();
  });
  return () => {
    if (!pages) throw new Error('Runs are there while a test runs only.');
    return pages;
  };
}

/** A prompt that the reference service answers with the word in quotes, and so that it expects. */
export function asking(word: string, fields: Partial<Prompt> = {}): Partial<Prompt> {
  return { messages: [{ role: 'user', content: `What is in quotes? "${word}"` }], expected: word, ...fields };
}
