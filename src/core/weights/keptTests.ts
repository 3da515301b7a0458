import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import { writeFileAtomic } from '../files/atomicFile.ts';
import { failureLine } from '../files/errorCode.ts';
import { readJsonFile } from '../files/ifExists.ts';
import { nameKey } from '../models/modelKey.ts';
import { answerPairSchema } from './distance.ts';
import type { EarlierAnswers } from './weightsVerdict.ts';

/** Another one means other prompts, too: answers to others can't be compared. */
const format = 1;

const keptSchema = v.object({
  v: v.literal(format),
  baseUrl: v.string(),
  at: v.number(),
  answers: v.array(answerPairSchema),
  isWarm: v.exactOptional(v.boolean()),
  isReloaded: v.exactOptional(v.boolean()),
});
const newerSchema = v.object({ v: v.pipe(v.number(), v.gtValue(format)) });

type Place = Pick<Connection, 'id' | 'baseUrl'>;

/** What models answered when they were last tested, a file each. A broken file, or one of another address, counts as none. */
export class KeptTests {
  readonly #folder: string;
  readonly #log: Logger;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Never rejects. */
  async read(place: Place, name: string): Promise<EarlierAnswers | undefined> {
    const read = await this.#read(place, name, keptSchema);
    return read?.baseUrl === place.baseUrl ? read : undefined;
  }

  /** Never rejects: without them, the next test has nothing to compare with. */
  async keep({ id, baseUrl }: Place, name: string, answers: EarlierAnswers): Promise<void> {
    const place = { id, baseUrl };
    try {
      // Another window may run a newer version.
      if (await this.#read(place, name, newerSchema)) return;
      await writeFileAtomic(this.#path(place, name), JSON.stringify({ v: format, ...answers, baseUrl }));
    } catch (error) {
      this.#log.warn(failureLine('The answers of a test could not be kept', error));
    }
  }

  async #read<S extends v.GenericSchema>(place: Place, name: string, schema: S) {
    try {
      return await readJsonFile(this.#path(place, name), schema);
    } catch (error) {
      this.#log.warn(failureLine('The answers of an earlier test could not be read', error));
      return undefined;
    }
  }

  /** Ids and names come from settings and servers, so they must not be in a path. */
  #path({ id }: Place, name: string): string {
    const key = nameKey({ connectionId: id, name });
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  }
}
