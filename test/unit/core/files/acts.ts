import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parsedJson } from '../../../../src/base/json.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { OpenDeletions } from '../../../../src/core/deletion/openDeletions.ts';
import { writeFileAtomic } from '../../../../src/core/files/atomicFile.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { emptyCatalog } from '../../../../src/core/models/catalog.ts';
import { CatalogFile } from '../../../../src/core/models/catalogFile.ts';
import { readPresets, withPreset } from '../../../../src/core/presets/presets.ts';
import { lora, silent } from '../fixtures.ts';
import { runActs } from './runActs.ts';

/** Something that is written in several steps and may be interrupted at each. */
export interface Act {
  /** What was there before, written by the same process. */
  prepare?(folder: string): Promise<void>;
  act(folder: string): Promise<void>;
  /** Asserts what must be true for the next window, wherever the act was interrupted; also repeats the act. */
  check(folder: string): Promise<void>;
}

const owner = { id: 'acme', baseUrl: 'https://models.acme.example' };

function catalog(...names: string[]) {
  return { ...emptyCatalog, loadedAt: 1, loras: names.map((name) => lora(name)), baseModels: [] };
}

const presetsPath = (folder: string) => join(folder, 'presets.json');

async function savePreset(folder: string, name: string): Promise<void> {
  const text = await readFile(presetsPath(folder), 'utf8').catch(() => '{"presets":[]}');
  await writeFileAtomic(presetsPath(folder), withPreset(text, { name, settings: {} }));
}

const sentLine = v.object({ is: v.literal('sent') });

function deletions(folder: string) {
  const journal = new DeletionJournal(join(folder, 'deleted.jsonl'));
  const locks = new OwnerLocks(join(folder, 'deletions'), silent);
  return { journal, locks, open: new OpenDeletions(join(folder, 'deletions'), journal, locks, silent) };
}

export const acts: Record<string, Act> = {
  ...runActs,
  'a preset': {
    prepare: (folder) => savePreset(folder, 'first'),
    act: (folder) => savePreset(folder, 'second'),
    async check(folder) {
      await savePreset(folder, 'third');
      const { presets, isBroken } = readPresets(await readFile(presetsPath(folder), 'utf8'));
      const names = presets.map(({ name }) => name).join();
      assert.ok(!isBroken && ['first,third', 'first,second,third'].includes(names), names);
    },
  },
  'a kept list': {
    prepare: (folder) => new CatalogFile(folder, owner, silent).save(catalog('old')),
    act: (folder) => new CatalogFile(folder, owner, silent).save(catalog('new')),
    async check(folder) {
      const file = new CatalogFile(folder, owner, silent);
      const names = (await file.load())?.loras.map(({ name }) => name).join();
      assert.ok(names === 'old' || names === 'new', names);
      await file.save(catalog('newer'));
    },
  },
  'a deletion': {
    async act(folder) {
      const { open } = deletions(folder);
      const record = await open.begin({ connection: { ...owner, name: 'Acme' }, credentials: 'own' }, [
        lora('tone'),
        lora('other'),
      ]);
      await record.sent('tone', { name: 'tone' });
      await record.outcome('tone', { is: 'deleted', isReturned: true });
      await record.ended('stopped');
      await open.seen(record.id);
    },
    async check(folder) {
      const { open, journal, locks } = deletions(folder);
      const [orphan, ...more] = await open.orphaned();
      assert.deepEqual(more, []);
      // Nothing unsent counts as gone, and nothing sent counts as safe.
      const { entries } = await journal.read((object) => object);
      const text = await readFile(join(folder, 'deleted.jsonl'), 'utf8').catch(() => '');
      const isSent = text.split('\n').some((line) => v.is(sentLine, parsedJson(line)));
      assert.deepEqual(
        entries.map(({ name }) => name),
        isSent ? ['tone'] : [],
      );
      if (orphan) await open.seen(orphan.id);
      assert.deepEqual(await open.orphaned(), []);
      const next = await open.begin({ connection: { ...owner, name: 'Acme' }, credentials: 'own' }, [
        lora('next'),
      ]);
      await next.ended('stopped');
      await open.seen(next.id);
      locks.dispose();
    },
  },
};
