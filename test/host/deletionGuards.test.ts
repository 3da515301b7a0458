import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { DeletionJournal } from '../../src/core/deletion/journal.ts';
import { DeletionCommands } from '../../src/ui/deletion/deletionCommands.ts';
import { withoutIcons, withoutLinks } from '../../src/ui/messages.ts';
import { ReadOnlyDocuments } from '../../src/ui/readOnlyDocuments.ts';
import { usePerson } from './support/person.ts';
import { namesIn } from './support/rows.ts';
import { load, useWorld } from './support/world.ts';

/** What VS Code makes a link of in notifications, prompts and validation messages (vs/base/common/linkedText.ts). */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/u;

describe('what stands between a question and a deletion', () => {
  const world = useWorld();
  const person = usePerson();
  let documents: ReadOnlyDocuments;
  let deletions: DeletionCommands;

  beforeEach(async () => {
    const { connections, catalogs, clients, pending, log, folder } = world();
    documents = new ReadOnlyDocuments();
    const journal = new DeletionJournal(path.join(folder, 'deleted.jsonl'));
    deletions = new DeletionCommands({ connections, catalogs, clients, pending, journal, documents, log });
    await load(world());
    world().service.clearRequests();
  });
  afterEach(() => documents.dispose());

  const ref = (name: string) => ({ connectionId: world().connection.id, kind: 'lora' as const, name });
  const deletes = () => world().service.requests.filter(({ method }) => method === 'DELETE').length;

  it('is looked at again when the answer comes: a connection that became read-only deletes nothing', async () => {
    const { connections, connection } = world();
    person({ button: 'Delete LoRA' });
    const ask = vscode.window.showWarningMessage;
    let isAsked = false;
    const answer = async (...given: Parameters<typeof ask>) => {
      if (!isAsked) await connections.update(connection, { readOnly: true });
      isAsked = true;
      return ask(...given);
    };
    Object.assign(vscode.window, { showWarningMessage: answer });
    await deletions.deleteLora(ref('old-experiment'));
    assert.ok(isAsked);
    assert.equal(deletes(), 0);
  });

  it('has no links in it, whatever the service calls its people and models', async () => {
    const { service } = world();
    const [lora] = service.catalog.loras;
    assert.ok(lora?.active_deployment);
    lora.active_deployment.base_model_name = '[base](https://evil.example/x)';
    lora.active_deployment.creator = { user: { first_name: '[Ada](command:workbench.action.quit)' } };
    const seen = person({ typed: ['x'] });
    await deletions.deleteLora(ref(lora.name));
    assert.match(seen.details.join(), /\[Ada\] \(command:/u);
    assert.doesNotMatch([...seen.details, ...seen.messages].join('\n'), link);
    assert.equal(deletes(), 0);
  });

  it('ends with a new deployment under the same name', async () => {
    const { service, catalogs, connection, pending, tree } = world();
    const [lora] = service.catalog.loras.filter(({ name }) => name === 'old-experiment');
    assert.ok(lora);
    person({ button: 'Delete LoRA' });
    await deletions.deleteLora(ref(lora.name));
    assert.ok(pending.isDeleted(ref(lora.name)));
    service.catalog.loras.push(lora);
    await catalogs.loader(connection).refresh();
    pending.forgetListed(connection.id, (model) => catalogs.find(model) !== undefined);
    assert.equal(pending.isDeleted(ref(lora.name)), false);
    assert.ok(namesIn(tree).includes(lora.name));
  });

  it('hides the row while the list is still the one from before', async () => {
    const { service, tree } = world();
    service.fail({ on: 'GET /api/v1/lora', kind: 'status', status: 400 });
    person({ button: 'Delete LoRA' });
    await deletions.deleteLora(ref('old-experiment'));
    tree.fire();
    assert.equal(namesIn(tree).length, 29);
    assert.ok(!namesIn(tree).includes('old-experiment'));
  });
});

describe('a message', () => {
  it('keeps the words of a link and a picture, and neither of them', () => {
    assert.doesNotMatch(withoutLinks('Go [there](command:workbench.action.quit) now'), link);
    assert.equal(withoutIcons('$(trash) it'), '\\$(trash) it');
  });
});
