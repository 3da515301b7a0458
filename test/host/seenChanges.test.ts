import assert from 'node:assert/strict';
import type { ModelNode } from '../../src/ui/models/view/modelNodes.ts';
import { SeenChanges } from '../../src/ui/models/view/seenChanges.ts';
import { removeLora } from '../service/catalog.ts';
import { HandledView } from './support/handledView.ts';
import { namesIn, rowOf, textsOf } from './support/rows.ts';
import { nextEvent } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('A marked change', () => {
  const world = useWorld();
  let view: HandledView;
  let seen: SeenChanges;

  beforeEach(async () => {
    await load(world());
    const { service, connections, catalogs, tree } = world();
    service.catalog.loras.push({ name: 'a-new', unit_price: 1 }, { name: 'b-new', unit_price: 1 });
    removeLora(service, 'old-experiment');
    await load(world());
    view = new HandledView();
    seen = new SeenChanges({ view, connections, catalogs, tree });
  });
  afterEach(() => seen.dispose());

  const row = (name: string): ModelNode => rowOf(world().tree, name);
  const unseen = () =>
    [...world().catalogs.of(world().connection).changes.values()].map(({ model }) => model.name).sort();

  it('stays while its row is selected, even over refreshes, and goes when another row is selected', async () => {
    view.select(row('a-new'));
    await load(world());
    assert.deepEqual(unseen(), ['a-new', 'b-new', 'old-experiment']);
    view.select(row('support-tone-v7'));
    assert.deepEqual(unseen(), ['b-new', 'old-experiment']);
  });

  it('takes its letter and word from the row at once, and keeps what it was until another row is selected', async () => {
    const { service } = world();
    const deployment = service.catalog.loras.find(
      ({ name }) => name === 'support-tone-v7',
    )?.active_deployment;
    assert.ok(deployment);
    deployment.base_model_name = 'mistral-7b-instruct';
    await load(world());
    const { tree } = world();
    const shown = () => {
      const { description, contextValue, resourceUri } = tree.getTreeItem(row('support-tone-v7'));
      const facts = textsOf(tree, tree.getChildren(row('support-tone-v7')));
      return [description, contextValue, resourceUri?.path, facts.find((text) => text.startsWith('Base'))];
    };
    const base = 'Base model: mistral-7b-instruct (was llama-3-8b)';
    assert.deepEqual(shown(), ['changed · mistral-7b-instruct · 3d', 'lora.changed', '/changed', base]);
    const redrawn = nextEvent(tree.onDidChangeTreeData, 'the row is redrawn');
    view.select(row('support-tone-v7'));
    assert.deepEqual(await redrawn, [row('support-tone-v7')]);
    assert.deepEqual(shown(), ['mistral-7b-instruct · 3d', 'lora.changed', undefined, base]);
    view.select(row('old-experiment'));
    assert.deepEqual(shown(), [
      'mistral-7b-instruct · 3d',
      'lora',
      undefined,
      'Base model: mistral-7b-instruct',
    ]);
    deployment.base_model_name = 'llama-3-8b';
    await load(world());
    assert.equal(shown()[0], 'changed · llama-3-8b · 3d');
  });

  it('keeps its letter while several rows are selected, since redrawing one would deselect those below', () => {
    view.select(row('a-new'), row('b-new'));
    assert.equal(world().tree.getTreeItem(row('a-new')).resourceUri?.path, '/new');
  });

  it('keeps the selected row of a model that is gone until another one is selected', () => {
    view.select(row('old-experiment'));
    const [fact] = world().tree.getChildren(row('old-experiment'));
    assert.ok(fact);
    view.select(fact);
    assert.ok(namesIn(world().tree).includes('old-experiment'));
    view.select(row('a-new'));
    assert.ok(!namesIn(world().tree).includes('old-experiment'));
  });

  it('goes from each of several selected rows once it is deselected', () => {
    view.select(row('a-new'), row('b-new'));
    view.select(row('b-new'));
    assert.deepEqual(unseen(), ['b-new', 'old-experiment']);
    view.select();
    assert.deepEqual(unseen(), ['old-experiment']);
  });

  const ways: [way: string, act: () => unknown][] = [
    [
      'with the next selection, if its row is expanded',
      () => {
        view.onExpand.fire({ element: row('a-new') });
        assert.deepEqual(unseen(), ['a-new', 'b-new', 'old-experiment']);
        view.select(row('support-tone-v7'));
      },
    ],
    [
      'with the next refresh, if its row is expanded but not selected',
      () => {
        view.onExpand.fire({ element: row('a-new') });
        return load(world());
      },
    ],
    [
      'when the person turns to another view',
      () => {
        view.select(row('a-new'));
        view.show(false);
      },
    ],
    [
      'when a page shows its model, wherever that was opened from',
      () => {
        view.show(false);
        seen.look({ connectionId: world().connection.id, kind: 'lora', name: 'a-new' });
      },
    ],
  ];
  for (const [way, act] of ways) {
    it(`goes ${way}`, async () => {
      await act();
      assert.deepEqual(unseen(), ['b-new', 'old-experiment']);
    });
  }

  it('stays when other rows are selected, or whatever else a command is given', () => {
    view.select(row('support-tone-v7'));
    view.select(...world().tree.getChildren());
    for (const argument of [undefined, 7, {}, { connectionId: 'other', kind: 'lora', name: 'a-new' }]) {
      seen.look(argument);
    }
    view.select();
    assert.deepEqual(unseen(), ['a-new', 'b-new', 'old-experiment']);
  });

  it('goes at once by Mark as Seen and Mark All as Seen', () => {
    seen.markSeen([row('old-experiment')]);
    assert.deepEqual(unseen(), ['a-new', 'b-new']);
    seen.markAllSeen('another connection');
    assert.deepEqual(unseen(), ['a-new', 'b-new']);
    seen.markAllSeen();
    assert.deepEqual(unseen(), []);
  });
});
