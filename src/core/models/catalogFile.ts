import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import { errorCode, writeFileAtomic } from '../files/atomicFile.ts';
import type { Catalog } from './catalog.ts';
import type { KeptCatalog, KeptList } from './catalogLoader.ts';
import { asBaseModel, asLora, readChanges, readEntries, writeEntries } from './keptModels.ts';

const format = 1;

const fileSchema = v.object({
  v: v.literal(format),
  baseUrl: v.string(),
  loadedAt: v.number(),
  loras: v.array(v.unknown()),
  baseModels: v.array(v.unknown()),
  // A file without them is as good, and whoever does not know them leaves them out.
  changes: v.fallback(v.optional(v.array(v.unknown()), []), []),
});

/**
 * The last catalog of a connection on disk. A file that can't be read, is of a newer format or belongs to another
 * base URL counts as none; a newer one is not overwritten either.
 */
export class CatalogFile implements KeptCatalog {
  readonly #path: string;
  readonly #baseUrl: string;
  readonly #log: Logger;
  #next: Catalog | undefined;
  #saving: Promise<void> | undefined;

  constructor(folder: string, connection: { id: string; baseUrl: string }, log: Logger) {
    this.#path = catalogPath(folder, connection.id);
    this.#baseUrl = connection.baseUrl;
    this.#log = log;
  }

  async load(): Promise<KeptList | undefined> {
    const read = v.safeParse(fileSchema, await this.#read());
    if (!read.success || read.output.baseUrl !== this.#baseUrl) return undefined;
    const loras = await readEntries(read.output.loras, asLora);
    const baseModels = await readEntries(read.output.baseModels, asBaseModel);
    const changes = await readChanges(read.output.changes);
    return loras && baseModels && { loadedAt: read.output.loadedAt, loras, baseModels, changes };
  }

  /** Of several saves asked for while one is under way only the last is carried out: nobody would read the others. */
  save(catalog: Catalog): Promise<void> {
    this.#next = catalog;
    this.#saving ??= this.#saveAll();
    return this.#saving;
  }

  async #saveAll(): Promise<void> {
    try {
      for (let next = this.#next; next; next = this.#next) {
        this.#next = undefined;
        await this.#write(next);
      }
    } finally {
      // In the same step as the last look at `#next`: what is asked for later starts a save of its own.
      this.#saving = undefined;
    }
  }

  async #write({ loadedAt, loras, baseModels, changes }: Catalog): Promise<void> {
    // Looked at anew each time: another window may run a newer version.
    if (await this.#isNewerFormat()) return;
    const head = JSON.stringify({ v: format, baseUrl: this.#baseUrl, loadedAt }).slice(0, -1);
    const lists = [
      `"loras":${await writeEntries(loras)}`,
      `"baseModels":${await writeEntries(baseModels)}`,
      `"changes":${await writeEntries(changes.values())}`,
    ];
    const text = `${head},${lists.join(',')}}`;
    try {
      await writeFileAtomic(this.#path, text);
    } catch (error) {
      this.#log.warn(`The list could not be kept for the next start: ${errorCode(error) ?? 'unknown error'}`);
    }
  }

  /** Every version begins a file with its number; what begins otherwise is read as a whole. */
  async #isNewerFormat(): Promise<boolean> {
    const [, number] = /^\{"v":(\d+)[,}]/u.exec(await readStart(this.#path)) ?? [];
    return number === undefined ? isNewerFormat(await this.#read()) : Number(number) > format;
  }

  async #read(): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#path, 'utf8'));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#log.warn('The list kept from last time could not be read.');
      return undefined;
    }
  }
}

/** The first bytes of a file; empty where there is none, or none that can be read. */
async function readStart(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    // Reading it as a whole says what is wrong with it.
    return '';
  }
}

/** Ids may come from hand-written settings, so that they never stand in a path themselves. */
function catalogPath(folder: string, connectionId: string): string {
  return join(folder, `${createHash('sha256').update(connectionId).digest('hex').slice(0, 32)}.json`);
}

export async function deleteCatalogFile(folder: string, connectionId: string): Promise<void> {
  await rm(catalogPath(folder, connectionId), { force: true });
}

function isNewerFormat(json: unknown): boolean {
  return (
    typeof json === 'object' && json !== null && 'v' in json && typeof json.v === 'number' && json.v > format
  );
}
