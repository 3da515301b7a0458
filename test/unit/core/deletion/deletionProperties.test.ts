import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { DeletionRecord } from '../../../../src/core/deletion/openDeletions.ts';
import { type DeletionEntry, isLeft, isUnknown } from '../../../../src/core/deletion/outcome.ts';
import { settle } from '../../../../src/core/deletion/settle.ts';
import { holds } from '../../properties/holds.ts';
import { useFolder } from '../fixtures.ts';
import { agreed, DeletionBench } from './deletionBench.ts';
import {
  deleteFaults,
  getFaults,
  type ListFault,
  type Script,
  type ScriptedService,
} from './scriptedService.ts';

/** What is true of a service at a given moment. */
interface Truth {
  present: ReadonlySet<string>;
  carriedOut: ReadonlySet<string>;
  requests: readonly string[];
}

function truthOf({ present, carriedOut, requests }: ScriptedService): Truth {
  return { present: new Set(present), carriedOut: new Set(carriedOut), requests: [...requests] };
}

/** Asserts that every outcome in a report is true. `isListed`: a good list was read. */
function assertTrue(
  entries: readonly DeletionEntry[],
  { present, carriedOut, requests }: Truth,
  isListed: boolean,
): void {
  for (const { lora, outcome } of entries) {
    const isThere = present.has(lora.name);
    const isOurs = carriedOut.has(lora.name);
    const say = `${lora.name} is ${JSON.stringify(outcome)}, and ${isThere ? 'there' : isOurs ? 'deleted' : 'gone'}`;
    switch (outcome.is) {
      case 'deleted':
        // A 2xx without the entry is believed until a list settles it.
        assert.ok(!isThere || !(outcome.isReturned || isListed), say);
        break;
      case 'alreadyGone':
        assert.ok(!isThere && !isOurs, say);
        break;
      case 'changed':
        assert.ok(isThere, say);
        break;
      case 'refused':
      case 'failed':
        // A failed check does not show whether somebody else deleted it.
        assert.ok(isThere || (outcome.at === 'check' && !outcome.isListed && !isOurs), say);
        break;
      case 'notTried':
        assert.ok(!isOurs, say);
        break;
      case 'unknown':
        assert.ok(requests.includes(`DELETE ${lora.name}`), say);
    }
  }
}

const script: fc.Arbitrary<Script> = fc.record({
  // Mostly without faults: a service that always fails would end every deletion soon.
  get: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...getFaults), { maxLength: 2 }) },
  ),
  delete: fc.array(fc.constantFrom(...deleteFaults), { maxLength: 3 }),
});
const scripts = fc
  .array(script, { minLength: 1, maxLength: 14 })
  .map((all) => Object.fromEntries(all.map((one, index) => [`n${index}`, one])));
const listFault = fc.constantFrom<ListFault>('fails', 'skipped entry', 'partial content');
const lists = fc.oneof(
  { weight: 2, arbitrary: fc.constant<ListFault[]>([]) },
  { weight: 1, arbitrary: fc.array(listFault, { maxLength: 2 }) },
);

/** What the journal must contain after a report. */
function journalOf(entries: readonly DeletionEntry[]): string[] {
  return entries
    .flatMap(({ lora: { name }, outcome }) => {
      if (outcome.is === 'unknown') return [`${name}?`];
      if (outcome.is !== 'deleted') return [];
      return [`${name}: ${outcome.isReturned ? 'returned' : 'retrieved'}`];
    })
    .sort();
}

describe('For any mix of faults, a deletion', () => {
  const folder = useFolder();
  type Options = ConstructorParameters<typeof DeletionBench>[2];
  const benchOf = async (mix: Record<string, Script>, options: Options) =>
    new DeletionBench(await mkdtemp(join(folder(), 'deletion-')), mix, options);

  async function settled(bench: DeletionBench, entries: DeletionEntry[]): Promise<DeletionEntry[]> {
    const { outcome: write } = bench.open.record(bench.id);
    const parts = { lister: bench.service, credentials: agreed.credentials, options: {}, write };
    const { entries: now, problem } = await settle(entries, parts);
    return problem ? settled(bench, entries) : now;
  }

  holds(
    'reports exactly what the service says, and journals exactly what was deleted',
    35,
    fc.asyncProperty(scripts, lists, async (mix, faults) => {
      const bench = await benchOf(mix, { lists: faults });
      const { service } = bench;
      const entries = await bench.run();
      assert.deepEqual(
        entries.map(({ lora }) => lora.name),
        Object.keys(mix),
      );
      assertTrue(entries, truthOf(service), service.lists === 1 && faults.length === 0);
      assert.deepEqual(await bench.journaled(), journalOf(entries));
      assert.ok(service.maxAtOnce <= 4);
      assert.ok(service.lists === 0 || service.requests.indexOf('LIST') === service.requests.length - 1);
      for (const name of Object.keys(mix)) {
        const busy = (mix[name]?.delete ?? []).filter((fault) => fault === '429').length;
        const sent = service.deletions(name);
        assert.ok(sent <= Math.min(3, 1 + busy), `${name} was sent ${sent} times`);
      }
      const kept = await bench.kept();
      assert.deepEqual([...(kept?.entries.values() ?? [])], entries);
      assert.ok(kept?.endedAt !== undefined);
    }),
  );

  holds(
    'without a written outcome is settled by lists alone, and then only what is listed is unknown',
    15,
    fc.asyncProperty(scripts, lists, async (mix, faults) => {
      const full = () => Promise.reject(new Error('The disk is full.'));
      const record = (real: DeletionRecord) => ({ ...real, outcome: full, ended: full });
      const bench = await benchOf(mix, { lists: faults, record });
      const { service } = bench;
      await bench.run();
      const kept = await bench.kept();
      const sent = service.requests.length;
      const entries = await settled(bench, [...(kept?.entries.values() ?? [])]);
      assert.ok(service.requests.slice(sent).every((request) => request === 'LIST'));
      assert.ok(entries.every((entry) => !isUnknown(entry) || service.present.has(entry.lora.name)));
      assert.deepEqual([...((await bench.kept())?.entries.values() ?? [])], entries);
      assert.deepEqual(await bench.journaled(), journalOf(entries));
      for (const { lora, outcome } of entries) {
        const isGone = outcome.is === 'deleted';
        if (outcome.is !== 'notTried') assert.equal(!service.present.has(lora.name), isGone, lora.name);
      }
    }),
  );

  holds(
    'that is tried again reports all its entries truly, and journals what either try deleted',
    15,
    fc.asyncProperty(scripts, lists, async (mix, faults) => {
      const bench = await benchOf(mix, { lists: faults });
      const before = await settled(bench, await bench.run());
      const left = before.filter(isLeft);
      const again = new Map((await bench.runAgain(left)).map((entry) => [entry.lora.name, entry]));
      const entries = before.map((entry) => again.get(entry.lora.name) ?? entry);
      assertTrue(entries, truthOf(bench.service), false);
      assert.deepEqual([...((await bench.kept())?.entries.values() ?? [])], entries);
      assert.deepEqual(await bench.journaled(), journalOf(entries));
    }),
  );
});
