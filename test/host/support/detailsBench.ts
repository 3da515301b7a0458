import type { DetailsState, DetailsToHost, DetailsToPage } from '../../../src/protocol/details.ts';
import { DetailsPanel } from '../../../src/ui/details/detailsPanel.ts';
import type { DetailsParts } from '../../../src/ui/details/detailsParts.ts';
import { retrieveModel } from '../../../src/ui/models/retrieveModel.ts';
import { developedExtension } from './extension.ts';
import { perTest } from './perTest.ts';
import { type RecordedPanel, useRecordedPanel } from './recordedPanel.ts';
import { until } from './waiting.ts';
import type { World } from './world.ts';

/** A details tab without its page: what that would say, the test says. */
export class DetailsBench {
  readonly world: World;
  readonly recorded: RecordedPanel<DetailsToPage, DetailsToHost>;
  /** What the test does in its own way. */
  changes: Partial<Pick<DetailsParts, 'retrieve' | 'chatsOf'>> = {};
  /** The base URL of each retrieve. */
  readonly asked: string[] = [];

  constructor(world: World, recorded: RecordedPanel<DetailsToPage, DetailsToHost>) {
    this.world = world;
    this.recorded = recorded;
  }

  get parts(): DetailsParts {
    const { connections, catalogs, clients, pending, offered, log } = this.world;
    const { changes } = this;
    return {
      extensionUri: developedExtension().extensionUri,
      ...{ connections, catalogs, clients, offered },
      retrieve: (connection, ref, options) => {
        this.asked.push(connection.baseUrl);
        return changes.retrieve
          ? changes.retrieve(connection, ref, options)
          : retrieveModel(clients.for(connection), ref, options);
      },
      isDeleted: (ref) => pending.isDeleted(ref),
      chatsOf: async (asked) => changes.chatsOf?.(asked) ?? [],
      log,
    };
  }

  ref(name: string, connectionId = this.world.connection.id) {
    return { connectionId, kind: 'lora' as const, name };
  }

  open(name: string, connectionId?: string): DetailsPanel {
    const panel = new DetailsPanel(this.recorded.panel, this.ref(name, connectionId), this.parts);
    this.recorded.say({ type: 'ready' });
    return panel;
  }

  get states(): DetailsState[] {
    return this.recorded.posted.flatMap((one) => (one.type === 'state' ? [one.state] : []));
  }

  get last(): DetailsState | undefined {
    return this.states.at(-1);
  }

  reaches(state: DetailsState['state']): Promise<void> {
    return until(this.recorded.onDidPost, state, () => this.last?.state === state);
  }
}

/** A bench for each test of the suite. */
export function useDetails(world: () => World): () => DetailsBench {
  const newPanel = useRecordedPanel<DetailsToPage, DetailsToHost>();
  return perTest(
    () => new DetailsBench(world(), newPanel()),
    ({ recorded }) => recorded.panel.dispose(),
  );
}
