import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { DeletionJournal } from '../../src/core/deletion/journal.ts';
import { ChangeDecorations } from '../../src/ui/models/view/changeMarks.ts';
import { removeLora } from '../service/catalog.ts';
import { iconOf, namesIn, rowOf, textsOf } from './support/rows.ts';
import { closeWindow, connect, load, openWindow, useWorld, type World } from './support/world.ts';

/** Loads the list, lets the service change it, and loads it again: one new LoRA, one with another base, one gone. */
async function changeList(world: World): Promise<void> {
  await load(world);
  const { loras } = world.service.catalog;
  loras.push({ name: 'just-trained', unit_price: 1 });
  const deployment = loras.find(({ name }) => name === 'support-tone-v7')?.active_deployment;
  assert.ok(deployment);
  deployment.base_model_name = 'mistral-7b-instruct';
  removeLora(world.service, 'support-tone-v6');
  await load(world);
}

const marksOf = ({ catalogs, connection }: World) =>
  [...catalogs.of(connection).changes.values()].map(({ is, model }) => `${is} ${model.name}`).sort();

const all = ['changed support-tone-v7', 'gone support-tone-v6', 'new just-trained'];

describe('A change since the last load', () => {
  const world = useWorld();
  const item = (name: string) => world().tree.getTreeItem(rowOf(world().tree, name));

  it('is stated in its row, for the eye and for a screen reader', async () => {
    await changeList(world());
    assert.deepEqual(marksOf(world()), all);
    const seen = ['just-trained', 'support-tone-v7', 'support-tone-v6', 'support-tone-v5'].map((name) => {
      const { description, contextValue, accessibilityInformation } = item(name);
      return [description, contextValue, accessibilityInformation?.label];
    });
    assert.deepEqual(seen, [
      ['new · not deployed', 'lora', 'just-trained, new, LoRA, not deployed'],
      [
        'changed · mistral-7b-instruct · 3d',
        'lora.changed',
        'support-tone-v7, changed, LoRA, deployed on mistral-7b-instruct, 3 days ago',
      ],
      ['gone · was on llama-3-8b', 'gone', 'support-tone-v6, gone, LoRA, was on llama-3-8b'],
      ['llama-3-8b · 2mo', 'lora', 'support-tone-v5, LoRA, deployed on llama-3-8b, 2 months ago'],
    ]);
    assert.equal(iconOf(item('support-tone-v6')), 'layers-active');
  });

  it('has a color and a letter, which other rows don’t', async () => {
    await changeList(world());
    const decorations = new ChangeDecorations();
    const letters = ['just-trained', 'support-tone-v7', 'support-tone-v6', 'support-tone-v5'].map((name) => {
      const { resourceUri } = item(name);
      const decoration = resourceUri && decorations.provideFileDecoration(resourceUri);
      return decoration && [decoration.badge, decoration.tooltip, decoration.color?.id];
    });
    assert.deepEqual(letters, [
      ['N', 'New, not seen yet', 'gitDecoration.addedResourceForeground'],
      ['C', 'Changed deployment, not seen yet', 'gitDecoration.modifiedResourceForeground'],
      ['G', 'Gone, not seen yet', 'hostedModels.goneForeground'],
      undefined,
    ]);
    assert.equal(decorations.provideFileDecoration(vscode.Uri.file('/new')), undefined);
  });

  it('is in the tooltip, too, with each fact that differs as it was before', async () => {
    await changeList(world());
    const row = rowOf(world().tree, 'support-tone-v6');
    const { tooltip } = world().tree.resolveTreeItem(item('support-tone-v6'), row);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.match(tooltip.value, /^\*\*support.*v6\*\* · gone\n/u);
    assert.match(tooltip.value, /llama/u);
    const changed = rowOf(world().tree, 'support-tone-v7');
    const { tooltip: other } = world().tree.resolveTreeItem(item('support-tone-v7'), changed);
    assert.ok(other instanceof vscode.MarkdownString);
    const text = other.value.replaceAll('\\', '');
    assert.match(text, /Base model: mistral-7b-instruct \(was llama-3-8b\) {2}\n/u);
    assert.equal(text.match(/was/gu)?.length, 1);
  });

  it('leaves a model that is gone in its place, with its last known facts, but not in the count', async () => {
    await changeList(world());
    const { tree, connection } = world();
    assert.deepEqual(textsOf(tree, tree.getChildren()), ['LoRAs: 30 · 1 gone', 'Base models: 8']);
    assert.deepEqual(tree.count(connection), { matching: 38, total: 38 });
    const names = namesIn(tree);
    assert.equal(names.length, 31);
    assert.equal(names.indexOf('support-tone-v6') + 1, names.indexOf('support-tone-v7'));
    assert.ok(!tree.matching(connection).some(({ name }) => name === 'support-tone-v6'));
    const facts = textsOf(tree, tree.getChildren(rowOf(tree, 'support-tone-v6')));
    assert.ok(facts.includes('Base model: llama-3-8b'));
  });

  it('is filtered like any other row', async () => {
    await changeList(world());
    const { tree, looks, connection } = world();
    looks.change(connection.id, { filter: 'tone-v6' });
    assert.deepEqual(namesIn(tree), ['support-tone-v6']);
    assert.deepEqual(tree.count(connection), { matching: 0, total: 38 });
    looks.change(connection.id, { filter: 'tone-v7' });
    assert.deepEqual(namesIn(tree), ['support-tone-v7']);
  });

  it('causes the rows that were seen to be drawn again, or their group if one of them goes', async () => {
    await changeList(world());
    const { tree, catalogs, connection } = world();
    tree.update();
    namesIn(tree);
    const fired: string[] = [];
    tree.onDidChangeTreeData((nodes) => fired.push(...(nodes ?? []).map((node) => node.type)));
    catalogs.onDidChange((id) => tree.update(id));
    catalogs.loader(connection).markSeen(({ is }) => is === 'new');
    assert.deepEqual(fired, ['model']);
    catalogs.loader(connection).markSeen(({ is }) => is === 'gone');
    assert.deepEqual(fired, ['model', 'group']);
    assert.ok(!namesIn(tree).includes('support-tone-v6'));
  });

  it('is mentioned in the row of its connection if there are several', async () => {
    const { service, tree, catalogs } = world();
    const both = await connect(
      world(),
      { id: 'staging', url: service.url },
      { id: 'production', url: `${service.url}/`, readOnly: true },
    );
    const refresh = () => Promise.all(both.map((one) => catalogs.loader(one).refresh()));
    const contexts = () => tree.getChildren().map((node) => tree.getTreeItem(node).contextValue);
    await refresh();
    assert.deepEqual(contexts(), ['connection', 'connection.readOnly']);
    removeLora(world().service, 'support-tone-v6');
    await refresh();
    assert.deepEqual(contexts(), ['connection.unseen', 'connection.unseen.readOnly']);
  });
});

describe('A LoRA that this machine deleted', () => {
  const world = useWorld();

  it('is not marked as gone in the window that deleted it', async () => {
    await load(world());
    const { pending, connection } = world();
    const model = { connectionId: connection.id, kind: 'lora', name: 'old-experiment' } as const;
    await pending.during(model, async () => {
      removeLora(world().service, 'old-experiment');
      // A refresh may report it while the answer is still outstanding.
      await load(world());
      return { isGone: true };
    });
    await load(world());
    assert.deepEqual(marksOf(world()), []);
  });

  it('is not marked as gone in another window, which learns of it from the journal', async () => {
    await load(world());
    const next = openWindow(world());
    await load(next);
    const { connection, folder } = world();
    removeLora(world().service, 'old-experiment');
    removeLora(world().service, 'untitled');
    const { id, name, baseUrl } = connection;
    const journal = new DeletionJournal(path.join(folder, 'deleted.jsonl'));
    const deletion = { id: 'one', name: 'old-experiment' };
    await journal.add({
      is: 'begun',
      id: 'one',
      connection: { id, name, baseUrl },
      credentials: 'own',
      loras: [],
    });
    await journal.add({ is: 'sent', ...deletion, object: {} });
    await journal.add({ is: 'outcome', ...deletion, outcome: { is: 'deleted', isReturned: true } });
    await load(next);
    assert.deepEqual(marksOf(next), ['gone untitled']);
    closeWindow(next);
  });
});
