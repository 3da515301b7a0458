import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { compareJson, compareJsonWithBefore } from '../../src/ui/models/compareJson.ts';
import { ReadOnlyDocuments } from '../../src/ui/shared/readOnlyDocuments.ts';
import { closeEditors } from './support/editors.ts';
import { usePerson } from './support/person.ts';
import { until } from './support/waiting.ts';
import { connect, load, useWorld } from './support/world.ts';

describe('Compare JSON', () => {
  const world = useWorld();
  const person = usePerson();
  let documents: ReadOnlyDocuments;

  beforeEach(() => {
    // The real extension may be active, and VS Code may accept only one provider for the texts of a scheme.
    documents = new ReadOnlyDocuments();
  });
  afterEach(async () => {
    await closeEditors();
    documents.dispose();
  });

  const row = (name: string, kind = 'lora', connectionId = world().connection.id) => ({
    connectionId,
    kind,
    name,
  });
  const compareWith = (clicked: object | undefined, selection: readonly object[]) => {
    const { connections, catalogs, clients } = world();
    const parts = { connections, catalogs, clients, documents, view: { selection: [] } };
    return compareJson(parts, clicked, selection);
  };
  const compare = (...rows: readonly object[]) => compareWith(rows[0], rows);
  const shown = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

  async function sides(): Promise<string[]> {
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'a diff editor',
      () => shown()?.input instanceof vscode.TabInputTextDiff,
    );
    const input = shown()?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return [
      documents.provideTextDocumentContent(input.original),
      documents.provideTextDocumentContent(input.modified),
    ];
  }

  it('shows a changed entry as it was listed before and now, as the service names its fields', async () => {
    await load(world());
    const { service, connections, catalogs } = world();
    const entry = service.catalog.loras.find(({ name }) => name === 'support-tone-v7');
    assert.ok(entry?.active_deployment);
    entry.active_deployment.base_model_name = 'mistral-7b-instruct';
    await load(world());
    const seen = person({});
    const parts = { connections, catalogs, documents };
    await compareJsonWithBefore(parts, row('support-tone-v6'));
    assert.deepEqual(seen.messages, ['No change is known that you have not seen yet.']);
    await compareJsonWithBefore(parts, row('support-tone-v7'));
    const [before, now] = await sides();
    assert.match(shown()?.label ?? '', /^support-tone-v7: Before ↔ Now/u);
    assert.match(before ?? '', /"base_model_name": "llama-3-8b"/u);
    const base = /(?<="base_model_name": ")[^"]*/u;
    assert.equal(before?.replace(base, 'mistral-7b-instruct'), now);
  });

  it('shows both as the service sends them now, in its order of fields', async () => {
    const { service } = world();
    const entry = { unit_price: 7, zeta: { b: 1, a: 2 }, name: 'support-tone-v7' };
    service.fail({ kind: 'body', on: 'GET /api/v1/lora/{name}', body: JSON.stringify(entry), times: 1 });
    person({});
    await compare(row('support-tone-v7'), row('llama-3-8b', 'baseModel'));
    const [left, right] = await sides();
    assert.equal(left, `${JSON.stringify(entry, null, 2)}\n`);
    const base = service.catalog.baseModels.find(({ name }) => name === 'llama-3-8b');
    assert.equal(right, `${JSON.stringify(base, null, 2)}\n`);
    assert.equal(shown()?.label, 'support-tone-v7 ↔ llama-3-8b');
    assert.deepEqual(
      service.requests.map(({ method, path }) => `${method} ${path}`),
      ['GET /api/v1/lora/support-tone-v7', 'GET /api/v1/base-model/llama-3-8b'],
    );
  });

  it('names the connections if there are several', async () => {
    const { url } = world().service;
    await connect(world(), { id: 'acme', name: 'Acme', url }, { id: 'staging', name: 'Staging', url });
    person({});
    const [name, other] = ['support-tone-v7', 'support-tone-v6'];
    await compare(row(name, 'lora', 'acme'), row(name, 'lora', 'staging'));
    await sides();
    assert.equal(shown()?.label, 'support-tone-v7 · Acme ↔ support-tone-v7 · Staging');
    await closeEditors();
    await compare(row(name, 'lora', 'staging'), row(other, 'lora', 'staging'));
    await sides();
    assert.equal(shown()?.label, 'support-tone-v7 ↔ support-tone-v6 · Staging');
  });

  it('says how many it takes, and requests nothing for none, one, one outside of the selection, or three', async () => {
    const seen = person({});
    await compare();
    await compare(row('a'));
    await compareWith(row('a'), [row('b'), row('c')]);
    await compare(row('a'), row('b'), row('c'));
    assert.deepEqual(seen.messages, [
      'Select two models to compare their JSON.',
      'Select two models to compare their JSON: a and another one.',
      'Select two models to compare their JSON: a and another one.',
      'Select two models to compare their JSON. 3 are selected.',
    ]);
    assert.equal(world().service.requests.length, 0);
  });

  it('says which of them can’t be retrieved, and opens nothing', async () => {
    const seen = person({});
    await compare(row('support-tone-v7'), row('no-such'));
    assert.match(seen.messages.join(), /^no-such could not be compared\. .+ has no such entry \(404\)\./u);
    await compare(row('no-such'), row('support-tone-v7'));
    assert.equal(shown(), undefined);
    assert.equal(world().service.requests.length, 3);
  });
});
