import * as v from 'valibot';
import type { Lora } from '../../api/types.ts';
import { appendLines } from '../files/appendLines.ts';
import { parseLine, readLines } from '../files/readLines.ts';
import { keptLora } from '../models/keptModels.ts';
import type { BulkRecord } from './bulkAttempt.ts';
import { type BulkEntry, type BulkOutcome, type WhyEnded, whyEnded } from './bulkOutcome.ts';

const format = 1;

const connection = v.object({ id: v.string(), name: v.string(), baseUrl: v.string() });
const error = v.object({
  kind: v.string(),
  status: v.exactOptional(v.number()),
  code: v.exactOptional(v.string()),
  serverMessage: v.exactOptional(v.string()),
  retryAt: v.exactOptional(v.number()),
});
const at = v.picklist(['check', 'deletion']);
const outcome = v.variant('is', [
  v.object({ is: v.literal('deleted'), object: v.exactOptional(v.unknown()) }),
  v.object({ is: v.literal('alreadyGone') }),
  v.object({ is: v.literal('changed'), now: v.picklist(['deployed', 'deployedAnew']) }),
  v.object({ is: v.picklist(['refused', 'failed']), at, error: v.exactOptional(error) }),
  v.object({ is: v.literal('unknown'), error: v.exactOptional(error) }),
  v.object({
    is: v.literal('notTried'),
    why: v.picklist(whyEnded),
  }),
]);

const planSchema = v.object({
  v: v.literal(format),
  is: v.literal('plan'),
  /** Unix milliseconds. */
  at: v.number(),
  connection,
  loras: v.array(keptLora),
});
/** What a plan of any version has. */
const anyFormat = v.object({ v: v.pipe(v.number(), v.gtValue(format)) });
const lineSchema = v.variant('is', [
  v.object({ is: v.literal('sent'), name: v.string(), retrieved: v.optional(v.unknown()) }),
  v.object({ is: v.literal('outcome'), name: v.string(), outcome }),
  v.object({ is: v.literal('ended'), at: v.number(), why: v.exactOptional(v.picklist(whyEnded)) }),
  /** The person was told that it ended with its window. */
  v.object({ is: v.literal('told') }),
]);

/** Which connection a bulk deletion is about, and what the person agreed to. */
export interface BulkPlan {
  connection: { id: string; name: string; baseUrl: string };
  /** Unix milliseconds. */
  at: number;
  loras: readonly Lora[];
}

/** What a file tells of a bulk deletion. Its entries hold the truth, also where its window died in the middle. */
export interface KeptBulk extends Omit<BulkPlan, 'loras'> {
  entries: BulkEntry[];
  /** Unix milliseconds; `undefined`: its window was gone before. */
  endedAt: number | undefined;
  isTold: boolean;
  /** As retrieved just before its request left, by name. */
  retrieved: ReadonlyMap<string, unknown>;
}

/** One bulk deletion on disk, as lines that are only ever appended: the plan, what leaves, how each entry ended. Mode 0600. */
export class BulkFile implements BulkRecord {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async begin({ connection: { id, name, baseUrl }, at: begunAt, loras }: BulkPlan): Promise<void> {
    const plan = { v: format, is: 'plan', at: begunAt, connection: { id, name, baseUrl }, loras };
    await appendLines(this.#path, [plan]);
  }

  async sent(name: string, retrieved: unknown): Promise<void> {
    await appendLines(this.#path, [{ is: 'sent', name, retrieved }]);
  }

  async outcome(name: string, ended: BulkOutcome): Promise<void> {
    await appendLines(this.#path, [{ is: 'outcome', name, outcome: ended }]);
  }

  async ended(why: WhyEnded | undefined): Promise<void> {
    await appendLines(this.#path, [{ is: 'ended', at: Date.now(), why }]);
  }

  async told(): Promise<void> {
    await appendLines(this.#path, [{ is: 'told' }]);
  }

  /** `none`: there is no whole plan, so that nothing had left yet. `newer`: a newer version wrote it. */
  async read(): Promise<KeptBulk | 'none' | 'newer'> {
    const [first, ...rest] = (await readLines(this.#path)).map(parseLine);
    const plan = v.safeParse(planSchema, first);
    if (!plan.success) return v.is(anyFormat, first) ? 'newer' : 'none';
    const { connection: whose, at: begunAt, loras } = plan.output;
    const outcomes = new Map<string, BulkOutcome>();
    const retrieved = new Map<string, unknown>();
    let ended: { at: number; why?: WhyEnded } | undefined;
    let isTold = false;
    for (const json of rest) {
      const read = v.safeParse(lineSchema, json);
      if (!read.success) continue;
      const line = read.output;
      if (line.is === 'ended') ended = line;
      else if (line.is === 'told') isTold = true;
      else if (line.is === 'outcome') outcomes.set(line.name, line.outcome);
      else {
        // Until a line tells how it ended, a request that left may have been carried out.
        outcomes.set(line.name, { is: 'unknown' });
        retrieved.set(line.name, line.retrieved);
      }
    }
    const why = ended ? (ended.why ?? 'error') : 'interrupted';
    const entries = loras.map((lora): BulkEntry => {
      return { lora, outcome: outcomes.get(lora.name) ?? { is: 'notTried', why } };
    });
    return { connection: whose, at: begunAt, entries, endedAt: ended?.at, isTold, retrieved };
  }
}
