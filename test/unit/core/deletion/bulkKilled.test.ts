import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import { BulkFiles } from '../../../../src/core/deletion/bulkFiles.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { settleUnknown } from '../../../../src/core/deletion/settleUnknown.ts';
import { OwnerLocks } from '../../../../src/core/files/ownerLocks.ts';
import { startService } from '../../../service/service.ts';
import { silent, useFolder } from '../fixtures.ts';

describe('A bulk deletion in a process that is killed', function () {
  this.timeout(20_000);
  const folder = useFolder();

  for (const killedAt of [1, 7, 16]) {
    it(`leaves the truth behind: at its deletion ${killedAt} of 30`, async () => {
      const service = await startService({ keys: ['sample-key'] });
      let seen = 0;
      const reached = service.nextRequest(({ method }) => {
        seen += method === 'DELETE' ? 1 : 0;
        return seen === killedAt;
      });
      const child = spawn(process.execPath, [
        join(import.meta.dirname, 'dyingBulk.ts'),
        folder(),
        service.url,
        'sample-key',
      ]);
      await reached;
      child.kill('SIGKILL');
      await once(child, 'exit');

      const deletions = join(folder(), 'deletions');
      const locks = new OwnerLocks(deletions, silent);
      const [orphan, ...others] = await new BulkFiles(deletions, locks, silent).orphaned();
      assert.ok(orphan && others.length === 0);
      const has = (name: string) => service.catalog.loras.some((lora) => lora.name === name);
      const asked = (name: string) =>
        service.requests.some(
          ({ method, path }) => method === 'DELETE' && path.endsWith(`/${encodeURIComponent(name)}`),
        );
      for (const { lora, outcome } of orphan.kept.entries) {
        if (outcome.is === 'deleted') assert.ok(!has(lora.name), `${lora.name} is there.`);
        else if (outcome.is === 'notTried') assert.ok(!asked(lora.name), `${lora.name} was sent.`);
        else assert.equal(outcome.is, 'unknown');
      }

      const journal = new DeletionJournal(join(folder(), 'deleted.jsonl'));
      const transport = await createUndiciTransport();
      const client = new ServiceClient({ baseUrl: service.url, apiKey: async () => 'sample-key', transport });
      const { kept, file } = orphan;
      const parts = { kept, remover: client, journal, record: file, options: {} };
      const settled = await settleUnknown(kept.entries, parts);
      for (const { lora, outcome } of settled) {
        assert.notEqual(outcome.is, 'unknown');
        assert.equal(outcome.is === 'deleted', !has(lora.name), `${lora.name}: ${outcome.is}`);
      }
      const gone = settled.filter(({ lora }) => !has(lora.name)).map(({ lora }) => lora.name);
      const { entries } = await journal.read();
      assert.deepEqual(entries.map(({ name }) => name).sort(), gone.sort());
      locks.dispose();
      await service.close();
    });
  }
});
