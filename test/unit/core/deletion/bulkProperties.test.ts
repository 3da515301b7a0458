import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { BulkRecord } from '../../../../src/core/deletion/bulkAttempt.ts';
import { BulkFile } from '../../../../src/core/deletion/bulkFile.ts';
import type { BulkEntry } from '../../../../src/core/deletion/bulkOutcome.ts';
import { settleUnknown } from '../../../../src/core/deletion/settleUnknown.ts';
import { holds } from '../../properties/holds.ts';
import { useFolder } from '../fixtures.ts';
import { acme, BulkBench } from './bulkBench.ts';
import type { Script, ScriptedService } from './scriptedService.ts';

const get = fc.constantFrom('404', '403', '401', '500', 'offline', 'changed');
const deletion = fc.constantFrom(
  '404',
  '409',
  '403',
  '401',
  '429',
  '429 for long',
  '500',
  '500, but deleted',
  'lost',
  'lost, but deleted',
  'unsent',
  'no object',
);
const script: fc.Arbitrary<Script> = fc.record({
  // Mostly well: a service that fails always ends a bulk deletion soon.
  get: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(get, { maxLength: 2 }) },
  ),
  delete: fc.array(deletion, { maxLength: 3 }),
});
const scripts = fc
  .array(script, { minLength: 1, maxLength: 14 })
  .map((all) => Object.fromEntries(all.map((one, index) => [`n${index}`, one])));

/** What each word of the report promises about the service, at the moment that `present` and `sent` are of. */
function assertTrue(
  entries: readonly BulkEntry[],
  present: ReadonlySet<string>,
  deletions: (name: string) => number,
): void {
  for (const { lora, outcome } of entries) {
    const isThere = present.has(lora.name);
    const say = `${lora.name} is ${outcome.is}, and ${isThere ? 'there' : 'gone'}`;
    switch (outcome.is) {
      case 'deleted':
      case 'alreadyGone':
        assert.ok(!isThere, say);
        break;
      case 'changed':
        assert.equal(deletions(lora.name), 0, say);
        assert.ok(isThere, say);
        break;
      case 'notTried':
        // Nothing of ours took it away; somebody else may have.
        assert.ok(isThere || deletions(lora.name) === 0, say);
        break;
      case 'refused':
      case 'failed':
        assert.ok(isThere, say);
        break;
      case 'unknown':
        assert.ok(deletions(lora.name) > 0, say);
    }
  }
}

describe('For any mix of faults, a bulk deletion', () => {
  const folder = useFolder();
  const bench = async (mix: Record<string, Script>, wrap?: (file: BulkRecord) => BulkRecord) => {
    const own = await mkdtemp(join(folder(), 'bulk-'));
    const file = new BulkFile(join(own, 'bulk.jsonl'));
    return new BulkBench(own, mix, wrap ? { record: wrap(file) } : {});
  };
  const sent = (service: ScriptedService) => (name: string) => service.deletions(name);

  holds(
    'reports exactly what the service says, and the journal has exactly what was deleted',
    150,
    fc.asyncProperty(scripts, async (mix) => {
      const one = await bench(mix);
      const entries = await one.run();
      assert.deepEqual(
        entries.map(({ lora }) => lora.name),
        Object.keys(mix),
      );
      assertTrue(entries, one.service.present, sent(one.service));
      const deleted = entries.filter(({ outcome }) => outcome.is === 'deleted').map(({ lora }) => lora.name);
      assert.deepEqual((await one.journaled()).sort(), deleted.sort());
      assert.ok(one.service.mostAtOnce <= 4);
      for (const name of Object.keys(mix)) {
        const busy = (mix[name]?.delete ?? []).filter((fault) => fault === '429').length;
        assert.ok(
          one.service.deletions(name) <= 1 + busy,
          `${name} was sent ${one.service.deletions(name)} times`,
        );
      }
      const kept = await one.file.read();
      assert.ok(typeof kept === 'object');
      assert.deepEqual(
        kept.entries.map(({ outcome }) => outcome),
        entries.map(({ outcome }) => outcome),
      );
    }),
  );

  holds(
    'leaves a file that tells the truth whenever its window dies',
    40,
    fc.asyncProperty(scripts, async (mix) => {
      const crashes: { path: string; present: Set<string>; requests: string[] }[] = [];
      const one: BulkBench = await bench(mix, (file) => {
        const dying = (write: () => Promise<void>) => async () => {
          const path = `${one.path}.${crashes.length}`;
          copyFileSync(one.path, path);
          crashes.push({ path, present: new Set(one.service.present), requests: [...one.service.requests] });
          await write();
        };
        return {
          sent: (name, retrieved) => dying(() => file.sent(name, retrieved))(),
          outcome: (name, outcome) => dying(() => file.outcome(name, outcome))(),
          ended: (why) => dying(() => file.ended(why))(),
        };
      });
      await one.run();
      for (const { path, present, requests } of crashes) {
        const kept = await new BulkFile(path).read();
        assert.ok(typeof kept === 'object' && kept.endedAt === undefined);
        // A request may be written down and not have left yet.
        const told = kept.entries.filter(({ outcome }) => outcome.is !== 'unknown');
        assertTrue(
          told,
          present,
          (name) => requests.filter((request) => request === `DELETE ${name}`).length,
        );
      }
    }),
  );

  holds(
    'is settled by a look that deletes nothing, and then nothing is unknown',
    60,
    fc.asyncProperty(scripts, async (mix) => {
      const one = await bench(mix);
      // Its window died before any outcome was written.
      const died = {
        outcome: () => Promise.reject(new Error('gone')),
        ended: () => Promise.reject(new Error('gone')),
      };
      const half = new BulkBench(join(one.path, '..'), mix, {
        record: { sent: (name, retrieved) => one.file.sent(name, retrieved), ...died },
      });
      await half.run();
      const kept = await one.file.read();
      assert.ok(typeof kept === 'object');
      const service = half.service;
      const before = service.requests.length;
      let left = 3;
      let entries = kept.entries;
      while (left > 0 && entries.some(({ outcome }) => outcome.is === 'unknown')) {
        left -= 1;
        entries = await settleUnknown(entries, {
          kept,
          remover: service,
          journal: one.journal,
          record: one.file,
          options: {},
        });
      }
      assert.ok(!service.requests.slice(before).some((request) => request.startsWith('DELETE')));
      assert.ok(!entries.some(({ outcome }) => outcome.is === 'unknown'));
      assertTrue(
        entries.filter(({ outcome }) => outcome.is !== 'notTried'),
        service.present,
        sent(service),
      );
      const journaled = await one.journaled();
      assert.equal(new Set(journaled).size, journaled.length, 'An entry is in the journal twice.');
      const again = await one.file.read();
      assert.ok(typeof again === 'object');
      assert.deepEqual(
        again.entries.map(({ outcome }) => outcome),
        entries.map(({ outcome }) => outcome),
      );
      assert.equal(again.connection.id, acme.id);
    }),
  );
});
