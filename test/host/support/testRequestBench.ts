import { chatService } from '../../../src/ui/chats/actions/chatService.ts';
import type { ModelsView } from '../../../src/ui/models/view/modelsView.ts';
import { ownRow } from '../../../src/ui/shared/ownRows.ts';
import type { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { TestRequestCommands } from '../../../src/ui/testRequests/testRequestCommands.ts';
import type { Fault } from '../../service/service.ts';
import { perTest } from './perTest.ts';
import { load, useWorld, type World } from './world.ts';

export const onChat = 'POST /api/v1/chat/completions';
export const broken = {
  kind: 'status',
  status: 500,
  on: onChat,
  headers: { 'x-should-retry': 'false' },
} as const;

/** *Send Test Request* against the local service; its documents are collected instead of opened. */
export class TestRequestBench {
  readonly world: World;
  readonly opened: { fileName: string; text: string }[] = [];
  readonly tests: TestRequestCommands;

  constructor(world: World) {
    this.world = world;
    this.tests = this.testsWith([]);
  }

  /** The same while these rows are selected. */
  testsWith(selection: ModelsView['selection']): TestRequestCommands {
    const { connections, catalogs, clients } = this.world;
    const documents: Pick<ReadOnlyDocuments, 'open'> = {
      open: async (_folder, fileName, text) => void this.opened.push({ fileName, text }),
    };
    const services = { connections, catalogs, clients, documents, view: { selection } };
    return new TestRequestCommands(
      services,
      chatService(this.world, () => false),
    );
  }

  /** A row of ours, as the view passes it. */
  row(name: string, kind: 'lora' | 'baseModel' = 'lora', connectionId = this.world.connection.id) {
    return ownRow({ connectionId, kind, name });
  }

  base() {
    return this.row('llama-3-8b', 'baseModel');
  }

  fail(fault: Fault): void {
    this.world.service.fail(fault);
  }

  /** The models that got a chat request, in order. */
  asked(): unknown[] {
    const chats = this.world.service.requests.filter(({ path }) => path.endsWith('/completions'));
    return chats.map(({ body }) => JSON.parse(body).model);
  }

  /** The lines of the first document. */
  lines(): string[] {
    return (this.opened[0]?.text ?? '').split('\n');
  }
}

/** A bench for each test of the suite, with the lists loaded and the recorded requests cleared. */
export function useTestRequestBench(): () => TestRequestBench {
  const world = useWorld();
  return perTest(async () => {
    await load(world());
    world().service.clearRequests();
    return new TestRequestBench(world());
  });
}
