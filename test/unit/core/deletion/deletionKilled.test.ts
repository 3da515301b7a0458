import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { OpenDeletions } from '../../../../src/core/deletion/openDeletions.ts';
import { settle } from '../../../../src/core/deletion/settle.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { startService } from '../../../service/service.ts';
import { silent, useFolder } from '../fixtures.ts';

describe('A deletion whose process is killed', function () {
  this.timeout(20_000);
  const folder = useFolder();

  for (const killedAt of [1, 7, 16]) {
    it(`leaves a true record: at DELETE ${killedAt} of 30`, async () => {
      const service = await startService({ keys: ['sample-key'] });
      let seen = 0;
      const reached = service.nextRequest(({ method }) => {
        seen += method === 'DELETE' ? 1 : 0;
        return seen === killedAt;
      });
      const script = join(import.meta.dirname, 'dyingDeletion.ts');
      const child = spawn(process.execPath, [script, folder(), service.url, 'sample-key']);
      await reached;
      child.kill('SIGKILL');
      await once(child, 'exit');

      const deletions = join(folder(), 'deletions');
      const journal = new DeletionJournal(join(folder(), 'deleted.jsonl'));
      const locks = new OwnerLocks(deletions, silent);
      const open = new OpenDeletions(deletions, journal, locks, silent);
      const [orphan, ...others] = await open.orphaned();
      assert.ok(orphan && others.length === 0);
      const has = (name: string) => service.catalog.loras.some((lora) => lora.name === name);
      const asked = (name: string) =>
        service.requests.some(
          ({ method, path }) => method === 'DELETE' && path.endsWith(`/${encodeURIComponent(name)}`),
        );
      const kept = [...orphan.entries.values()];
      for (const { lora, outcome } of kept) {
        if (outcome.is === 'deleted') assert.ok(!has(lora.name), `${lora.name} is there.`);
        else if (outcome.is === 'notTried') assert.ok(!asked(lora.name), `${lora.name} was sent.`);
        else assert.equal(outcome.is, 'unknown');
      }
      const sure = (await journal.read(() => undefined)).entries.filter(({ isSure }) => isSure);
      assert.ok(sure.every(({ name }) => !has(name)));

      const lister = new ServiceClient({
        baseUrl: service.url,
        apiKey: async () => 'sample-key',
        transport: await createUndiciTransport(),
      });
      const { outcome: write } = open.record(orphan.id);
      const { entries: settled, problem } = await settle(kept, {
        lister,
        credentials: 'own',
        options: {},
        write,
      });
      assert.equal(problem, undefined);
      for (const { lora, outcome } of settled) {
        // What is still listed may have been asked for just before the end.
        assert.equal(outcome.is === 'deleted', !has(lora.name), `${lora.name}: ${outcome.is}`);
      }
      const gone = settled.filter(({ lora }) => !has(lora.name)).map(({ lora }) => lora.name);
      const { entries } = await journal.read((object) => object);
      const sureNow = entries.filter(({ isSure }) => isSure).map(({ name }) => name);
      assert.deepEqual(sureNow.sort(), gone.sort());
      assert.ok(
        entries.every(({ name, isSure, brief: object }) => isSure !== has(name) && object !== undefined),
      );
      locks.dispose();
      await service.close();
    });
  }
});
