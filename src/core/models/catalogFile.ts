import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import { saveLatest } from '../../base/saveLatest.ts';
import type { Connection } from '../connections/connection.ts';
import { removeTemporary, writeFileAtomic } from '../files/atomicFile.ts';
import { failureLine } from '../files/errorCode.ts';
import { readJsonFile } from '../files/ifExists.ts';
import { withFile } from '../files/withFile.ts';
import type { Catalog } from './catalog.ts';
import type { KeptCatalog, KeptList } from './catalogLoader.ts';
import { keptBaseModel, keptLora, listPieces, readChanges, readEntries } from './keptModels.ts';

const format = 1;

const fileSchema = v.object({
  v: v.literal(format),
  baseUrl: v.string(),
  loadedAt: v.number(),
  loras: v.array(v.unknown()),
  baseModels: v.array(v.unknown()),
  changes: v.fallback(v.array(v.unknown()), []),
});

const newerSchema = v.object({ v: v.pipe(v.number(), v.gtValue(format)) });

/** A connection's catalog on disk. A broken file, or one of a newer format or another base URL, counts as none. */
export class CatalogFile implements KeptCatalog {
  readonly #path: string;
  readonly #baseUrl: string;
  readonly #log: Logger;
  #latest: Catalog | undefined;
  readonly #saveLatest = saveLatest(() => this.#write());

  constructor(folder: string, { id, baseUrl }: Pick<Connection, 'id' | 'baseUrl'>, log: Logger) {
    this.#path = catalogPath(folder, id);
    this.#baseUrl = baseUrl;
    this.#log = log;
  }

  async load(): Promise<KeptList | undefined> {
    const read = await this.#read(fileSchema);
    if (read?.baseUrl !== this.#baseUrl) return undefined;
    const loras = await readEntries(read.loras, keptLora);
    const baseModels = await readEntries(read.baseModels, keptBaseModel);
    const changes = await readChanges(read.changes);
    return loras && baseModels && { loadedAt: read.loadedAt, loras, baseModels, changes };
  }

  /** If several saves are requested during another, only the last one is carried out: nobody would read the others. */
  save(catalog: Catalog): Promise<void> {
    this.#latest = catalog;
    return this.#saveLatest();
  }

  async #write(): Promise<void> {
    // Another window may run a newer version.
    if (!this.#latest || (await this.#isNewerFormat())) return;
    try {
      await writeFileAtomic(this.#path, this.#pieces(this.#latest));
    } catch (error) {
      this.#log.warn(failureLine('The list could not be kept for the next start', error));
    }
  }

  *#pieces({ loadedAt, loras, baseModels, changes }: Catalog): Generator<string, void> {
    yield JSON.stringify({ v: format, baseUrl: this.#baseUrl, loadedAt }).slice(0, -1);
    for (const [name, list] of Object.entries({ loras, baseModels, changes: changes.values() })) {
      yield `,"${name}":`;
      yield* listPieces(list);
    }
    yield '}';
  }

  /** True if the file has a newer format. Every version starts it with its number; if it starts otherwise, all of it is read. */
  async #isNewerFormat(): Promise<boolean> {
    const [, number] = /^\{"v":(\d+)[,}]/u.exec(await readStart(this.#path)) ?? [];
    if (number !== undefined) return Number(number) > format;
    return (await this.#read(newerSchema)) !== undefined;
  }

  async #read<S extends v.GenericSchema>(schema: S): Promise<v.InferOutput<S> | undefined> {
    try {
      return await readJsonFile(this.#path, schema);
    } catch {
      this.#log.warn('The list kept from last time could not be read.');
      return undefined;
    }
  }
}

async function readStart(path: string): Promise<string> {
  try {
    const { buffer, bytesRead } = await withFile(path, 'r', (file) => file.read(Buffer.alloc(64), 0, 64, 0));
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    // Reading the whole file reports what is wrong with it.
    return '';
  }
}

/** The id is hashed: it may come from hand-written settings, so it must not be in a path. */
function catalogPath(folder: string, connectionId: string): string {
  return join(folder, `${createHash('sha256').update(connectionId).digest('hex').slice(0, 32)}.json`);
}

/** Deletes a connection's file, and temporary files that a killed window left behind. */
export async function deleteCatalogFile(folder: string, connectionId: string): Promise<void> {
  const path = catalogPath(folder, connectionId);
  await rm(path, { force: true });
  await removeTemporary(folder, (name) => name.startsWith(basename(path)));
}
