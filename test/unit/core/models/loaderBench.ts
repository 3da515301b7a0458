import assert from 'node:assert/strict';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { BaseModel, CallOptions, Lora } from '../../../../src/api/types.ts';
import type { Catalog } from '../../../../src/core/models/catalog.ts';
import { noChanges } from '../../../../src/core/models/catalogChanges.ts';
import {
  CatalogLoader,
  type DeletedHere,
  type KeptCatalog,
} from '../../../../src/core/models/catalogLoader.ts';
import { baseModel, lora, RecordingLog } from '../fixtures.ts';

type Answer = [loras: Lora[] | Error, baseModels?: BaseModel[] | Error];

/** A service whose answers the test gives one by one. */
class Source {
  readonly asked: {
    loras: PromiseWithResolvers<Lora[]>;
    baseModels: PromiseWithResolvers<BaseModel[]>;
    options: CallOptions;
  }[] = [];

  /** Resolves once so many requests were made, which takes several turns of the event loop on a busy machine. */
  async asks(count: number): Promise<void> {
    for (let turn = 0; turn < 10_000 && this.asked.length < count; turn += 1) await turnOfTheLoop();
  }

  listLoras(options: CallOptions = {}): Promise<Lora[]> {
    const loras = Promise.withResolvers<Lora[]>();
    this.asked.push({ loras, baseModels: Promise.withResolvers<BaseModel[]>(), options });
    return loras.promise;
  }

  async listBaseModels(): Promise<BaseModel[]> {
    const newest = this.asked.at(-1);
    assert.ok(newest);
    return newest.baseModels.promise;
  }

  answer(index: number, ...[loras, baseModels = [baseModel('llama')]]: Answer): void {
    const asked = this.asked[index];
    assert.ok(asked, `There is no request ${index}.`);
    if (loras instanceof Error) asked.loras.reject(loras);
    else asked.loras.resolve(loras);
    if (baseModels instanceof Error) asked.baseModels.reject(baseModels);
    else asked.baseModels.resolve(baseModels);
  }
}

class Kept implements KeptCatalog {
  readonly saved: Catalog[] = [];
  kept: Awaited<ReturnType<KeptCatalog['load']>>;
  async load() {
    return this.kept;
  }
  async save(catalog: Catalog) {
    this.saved.push(catalog);
  }
}

export function startLoader(
  kept?: Kept['kept'],
  slowMs = 60_000,
  deletedHere: DeletedHere = async () => new Set(),
) {
  const source = new Source();
  const disk = new Kept();
  disk.kept = kept;
  const clock = { now: 5000 };
  const log = new RecordingLog();
  const loader = new CatalogLoader(source, disk, log, {
    now: () => clock.now,
    slowMs,
    deletedHere,
    credentials: async () => undefined,
  });
  const seen: Catalog[] = [];
  loader.onDidChange((catalog) => seen.push(catalog));
  const names = () => loader.catalog.loras.map((one) => one.name);
  /** A refresh that the service answers like this. */
  const refresh = async (...answer: Answer) => {
    const before = source.asked.length;
    const done = loader.refresh();
    await source.asks(before + 1);
    source.answer(before, ...answer);
    await done;
  };
  return { source, disk, clock, log, loader, seen, names, refresh };
}

export const fromDisk = {
  loras: [lora('kept')],
  baseModels: [baseModel('llama')],
  loadedAt: 100,
  changes: noChanges,
};

/** A loader whose first refresh has succeeded. */
export async function loaded(loras = [lora('tone')]) {
  const bench = startLoader();
  await bench.refresh(loras);
  return bench;
}
