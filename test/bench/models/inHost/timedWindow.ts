import path from 'node:path';
import { createAutoTransport, type Transport } from '../../../../src/api/index.ts';
import { completeFilter } from '../../../../src/core/models/filterCompletions.ts';
import { Connections } from '../../../../src/ui/connections/connections.ts';
import { KeyStore } from '../../../../src/ui/connections/keyStore.ts';
import { ServiceClients } from '../../../../src/ui/connections/serviceClients.ts';
import { Catalogs } from '../../../../src/ui/models/catalogs.ts';
import { OfferedModels } from '../../../../src/ui/models/offeredModels.ts';
import { PendingDeletions } from '../../../../src/ui/models/pendingDeletions.ts';
import { ModelLooks } from '../../../../src/ui/models/view/modelLooks.ts';
import type { ModelsNode } from '../../../../src/ui/models/view/modelNodes.ts';
import { ModelsTree } from '../../../../src/ui/models/view/modelsTree.ts';
import { Memory } from '../../../host/support/memory.ts';
import { MemorySecrets } from '../../../host/support/memorySecrets.ts';
import { silent } from '../../harness/silent.ts';
import type { HostTask } from './hostTask.ts';

/** The parts of the Models view with the local service, put together as in `extension.ts`, with timed input. */
export interface TimedWindow extends Disposable {
  tree: ModelsTree;
  /** Loads the lists; returns the time from the last byte to the answer for the roots, in milliseconds. */
  refresh(): Promise<number>;
  /** Does what each keystroke in the filter's box does, including its completions. */
  setFilter(filter: string): void;
  /** Answers everything that an open view asks for: the roots, then the rows of the groups. */
  answerAll(): void;
}

export function openTimedWindow({ url, apiKey }: HostTask, folder: string): TimedWindow {
  let lastByteAt = 0;
  const log = silent;
  const transport = watchBytes(
    createAutoTransport({ network: () => 'auto', isProxied: () => false }),
    (at) => {
      lastByteAt = at;
    },
  );
  const connections = new Connections(url, log, new Memory());
  const keys = new KeyStore(new MemorySecrets(), { baseUrl: url, apiKey });
  const clients = new ServiceClients(keys, transport, log);
  const pending = new PendingDeletions();
  const stored = (name: string) => path.join(folder, name);
  const catalogs = new Catalogs({ connections, clients, pending, stored, log });
  const looks = new ModelLooks(new Memory());
  const tree = new ModelsTree({
    connections,
    catalogs,
    pending,
    looks,
    offered: new OfferedModels(connections, new Memory()),
  });
  const [connection] = connections.all;
  if (!connection) throw new Error('The service is no connection.');

  const answer = (nodes: readonly ModelsNode[]) => nodes.map((node) => tree.getTreeItem(node));
  const answerRoots = () => {
    const roots = tree.getChildren();
    answer(roots);
    return roots;
  };
  const answerAll = () => {
    for (const group of answerRoots()) answer(tree.getChildren(group));
  };
  return {
    tree,
    async refresh() {
      const answered = Promise.withResolvers<number>();
      const subscription = catalogs.onDidChange((id) => {
        tree.update(id);
        if (catalogs.of(connection).state !== 'fresh') return;
        answerRoots();
        answered.resolve(performance.now() - lastByteAt);
      });
      await catalogs.loader(connection).refresh();
      subscription.dispose();
      const { state } = catalogs.of(connection);
      if (state !== 'fresh') throw new Error(`The lists did not come; they are ${state}.`);
      return answered.promise;
    },
    setFilter(filter) {
      looks.change(connection.id, { filter });
      const { loras, baseModels } = catalogs.of(connection);
      completeFilter(filter, [...loras, ...baseModels]);
      tree.count(connection);
      tree.update(connection.id);
    },
    answerAll,
    [Symbol.dispose]() {
      for (const part of [connections, keys, catalogs, pending, tree]) part.dispose();
    },
  };
}

function watchBytes(transport: Transport, onBytes: (at: number) => void): Transport {
  return async (url, init) => {
    const answer = await transport(url, init);
    return { ...answer, body: answer.body && watchBody(answer.body, onBytes) };
  };
}

async function* watchBody(
  body: AsyncIterable<Uint8Array>,
  onBytes: (at: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    onBytes(performance.now());
    yield chunk;
  }
}
