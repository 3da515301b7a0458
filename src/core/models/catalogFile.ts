import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { BaseModel, Logger, Lora } from '../../api/types.ts';
import { errorCode, writeFileAtomic } from '../files/atomicFile.ts';
import type { Catalog } from './catalog.ts';
import type { KeptCatalog } from './catalogLoader.ts';

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
const fileSchema = v.object({
  v: v.literal(format),
  baseUrl: v.string(),
  loadedAt: v.number(),
  loras: v.array(
    v.object({
      ...model,
      activeDeployment: v.exactOptional(
        v.object({
          ...deployment,
          baseModelName: v.exactOptional(v.string()),
          hubRevision: v.exactOptional(v.string()),
        }),
      ),
    }),
  ),
  baseModels: v.array(v.object({ ...model, activeDeployment: v.exactOptional(v.object(deployment)) })),
});
type KeptFile = v.InferOutput<typeof fileSchema>;

/**
 * The last catalog of a connection on disk. A file that can't be read, is of a newer format or belongs to another
 * base URL counts as none; a newer one is not overwritten either.
 */
export class CatalogFile implements KeptCatalog {
  readonly #path: string;
  readonly #baseUrl: string;
  readonly #log: Logger;

  constructor(folder: string, connection: { id: string; baseUrl: string }, log: Logger) {
    this.#path = catalogPath(folder, connection.id);
    this.#baseUrl = connection.baseUrl;
    this.#log = log;
  }

  async load(): Promise<Pick<Catalog, 'loras' | 'baseModels' | 'loadedAt'> | undefined> {
    const read = v.safeParse(fileSchema, await this.#read());
    if (!read.success || read.output.baseUrl !== this.#baseUrl) return undefined;
    const { loadedAt, loras, baseModels } = read.output;
    return {
      loadedAt,
      loras: loras.map(asLora),
      baseModels: baseModels.map(asBaseModel),
    };
  }

  async save(catalog: Catalog): Promise<void> {
    // Looked at anew each time: another window may run a newer version.
    if (isNewerFormat(await this.#read())) return;
    const { loadedAt, loras, baseModels } = catalog;
    try {
      await writeFileAtomic(
        this.#path,
        JSON.stringify({ v: format, baseUrl: this.#baseUrl, loadedAt, loras, baseModels }),
      );
    } catch (error) {
      this.#log.warn(`The list could not be kept for the next start: ${errorCode(error) ?? 'unknown error'}`);
    }
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

function asLora(kept: KeptFile['loras'][number]): Lora {
  return { kind: 'lora', unitPrice: undefined, activeDeployment: undefined, ...kept };
}

function asBaseModel(kept: KeptFile['baseModels'][number]): BaseModel {
  return { kind: 'baseModel', unitPrice: undefined, activeDeployment: undefined, ...kept };
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
