// Deletes all LoRAs of a service, until it is killed: node dyingDeletion.ts FOLDER URL KEY
import { join } from 'node:path';
import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import { Deletion } from '../../../../src/core/deletion/deletion.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { OpenDeletions } from '../../../../src/core/deletion/openDeletions.ts';
import { runDeletion } from '../../../../src/core/deletion/runDeletion.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { silent } from '../fixtures.ts';

const [, , folder = '', baseUrl = '', key = ''] = process.argv;
const connection = { id: 'acme', name: 'Acme', baseUrl, readOnly: false, allowHttp: true };
const client = new ServiceClient({
  baseUrl,
  apiKey: async () => key,
  transport: await createUndiciTransport(),
});
const deletions = join(folder, 'deletions');
const journal = new DeletionJournal(join(folder, 'deleted.jsonl'));
const open = new OpenDeletions(deletions, journal, new OwnerLocks(deletions, silent), silent);
const loras = await client.listLoras();
const agreed = { connection, credentials: 'own', client };
const record = await open.begin(agreed, loras);
const deletion = new Deletion(loras, {
  agreed,
  connection: () => connection,
  credentials: async () => agreed.credentials,
  record,
  log: silent,
  during: (_name, work) => work(),
  onProgress: () => undefined,
});
await runDeletion(deletion);
