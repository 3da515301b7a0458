import type { ChatService } from '../core/chats/session/chatChange.ts';
import type { Connections } from './connections/connections.ts';
import type { ServiceClients } from './connections/serviceClients.ts';
import type { Catalogs } from './models/catalogs.ts';
import type { ModelsView } from './models/view/modelsView.ts';
import type { ReadOnlyDocuments } from './shared/readOnlyDocuments.ts';

export interface ModelToolsParts {
  connections: Connections;
  catalogs: Catalogs;
  clients: ServiceClients;
  documents: ReadOnlyDocuments;
  service: ChatService;
  view: ModelsView;
}

/** What is done with models now and then; the code of each is a chunk of its own, loaded when it is first used. */
export class ModelTools {
  readonly #parts: ModelToolsParts;
  readonly #tests: () => Promise<import('./testRequests/testRequestCommands.ts').TestRequestCommands>;

  constructor(parts: ModelToolsParts) {
    this.#parts = parts;
    this.#tests = once(async () => {
      const { TestRequestCommands } = await import('./testRequests/testRequestCommands.ts');
      return new TestRequestCommands(parts);
    });
  }

  async sendTestRequest(argument?: unknown, selection?: unknown): Promise<void> {
    return (await this.#tests()).send(argument, selection);
  }

  async compareJson(argument?: unknown, selection?: unknown): Promise<void> {
    const tool = await import('./models/compareJson.ts');
    return tool.compareJson(this.#parts, argument, selection);
  }

  async exportModels(from?: unknown): Promise<void> {
    const tool = await import('./models/exportModels.ts');
    return tool.exportModels(this.#parts, from);
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
