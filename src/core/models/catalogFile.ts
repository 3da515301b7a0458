import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { BaseModel, Logger, Lora, Model } from '../../api/types.ts';
import { errorCode, writeFileAtomic } from '../files/atomicFile.ts';
import { inSlices } from '../inSlices.ts';
import type { Catalog } from './catalog.ts';
import type { KeptCatalog, KeptList } from './catalogLoader.ts';

const format = 1;

const creator = v.object({
  actorType: v.exactOptional(v.string()),
  apiKeyName: v.exactOptional(v.string()),
  user: v.exactOptional(
    v.object({
      firstName: v.exactOptional(v.string()),
      lastName: v.exactOptional(v.string()),
      email: v.exactOptional(v.string()),
      profileImageUrl: v.exactOptional(v.string()),
    }),
  ),
});
const deployment = {
  createdAt: v.exactOptional(v.number()),
  creator: v.exactOptional(creator),
  modelName: v.exactOptional(v.string()),
  modelSource: v.exactOptional(v.string()),
};
const model = { name: v.string(), unitPrice: v.exactOptional(v.number()) };
const lora = v.object({
  ...model,
  activeDeployment: v.exactOptional(
    v.object({
      ...deployment,
      baseModelName: v.exactOptional(v.string()),
      hubRevision: v.exactOptional(v.string()),
    }),
  ),
});
const baseModel = v.object({ ...model, activeDeployment: v.exactOptional(v.object(deployment)) });
// The entries of the lists are looked at one by one, since there may be thousands.
const fileSchema = v.object({
  v: v.literal(format),
  baseUrl: v.string(),
  loadedAt: v.number(),
  loras: v.array(v.unknown()),
  baseModels: v.array(v.unknown()),
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
    return loras && baseModels && { loadedAt: read.output.loadedAt, loras, baseModels };
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

  async #write({ loadedAt, loras, baseModels }: Catalog): Promise<void> {
    // Looked at anew each time: another window may run a newer version.
    if (await this.#isNewerFormat()) return;
    const head = JSON.stringify({ v: format, baseUrl: this.#baseUrl, loadedAt }).slice(0, -1);
    const text = `${head},"loras":${await writeEntries(loras)},"baseModels":${await writeEntries(baseModels)}}`;
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

function asLora(kept: unknown): Lora | undefined {
  const read = v.safeParse(lora, kept);
  return read.success
    ? { kind: 'lora', unitPrice: undefined, activeDeployment: undefined, ...read.output }
    : undefined;
}

function asBaseModel(kept: unknown): BaseModel | undefined {
  const read = v.safeParse(baseModel, kept);
  return read.success
    ? { kind: 'baseModel', unitPrice: undefined, activeDeployment: undefined, ...read.output }
    : undefined;
}

/** `undefined` where one of them can't be read: half a list would pass for a whole one. */
async function readEntries<T>(
  entries: readonly unknown[],
  read: (entry: unknown) => T | undefined,
): Promise<T[] | undefined> {
  const models: T[] = [];
  await inSlices(entries, (entry) => {
    const one = read(entry);
    if (one !== undefined) models.push(one);
  });
  return models.length === entries.length ? models : undefined;
}

async function writeEntries(models: readonly Model[]): Promise<string> {
  const entries: string[] = [];
  await inSlices(models, (one) => entries.push(JSON.stringify(one)));
  return `[${entries.join(',')}]`;
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
