// Deletes all LoRAs of a service, until it is killed: node dyingBulk.ts FOLDER URL KEY
import { join } from 'node:path';
import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import { BulkDeletion } from '../../../../src/core/deletion/bulkDeletion.ts';
import { BulkFiles } from '../../../../src/core/deletion/bulkFiles.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { OwnerLocks } from '../../../../src/core/files/ownerLocks.ts';
import { silent } from '../fixtures.ts';

const [, , folder = '', baseUrl = '', key = ''] = process.argv;
const connection = { id: 'acme', name: 'Acme', baseUrl, readOnly: false, allowHttp: true };
const client = new ServiceClient({
  baseUrl,
  apiKey: async () => key,
  transport: await createUndiciTransport(),
});
const deletions = join(folder, 'deletions');
const files = new BulkFiles(deletions, new OwnerLocks(deletions, silent), silent);
const loras = await client.listLoras();
const { file } = await files.begin({ connection, at: Date.now(), loras });
await new BulkDeletion(loras, {
  agreed: connection,
  connection: () => connection,
  remover: () => client,
  journal: new DeletionJournal(join(folder, 'deleted.jsonl')),
  record: file,
  log: silent,
  during: (_name, work) => work(),
  onProgress: () => undefined,
}).run();
