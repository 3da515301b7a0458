import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { filterModels } from '../../src/ui/models/view/filterModels.ts';
import type { ModelsNode } from '../../src/ui/models/view/modelNodes.ts';
import { useSteps } from './support/steps.ts';
import { within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('Filter Models…', () => {
  const world = useWorld();
  const steps = useSteps();
  beforeEach(() => load(world()));

  /** Shows the box over a view with this filter. */
  async function open(before: string) {
    const { tree, catalogs, connection } = world();
    const selected = new vscode.EventEmitter<vscode.TreeViewSelectionChangeEvent<ModelsNode>>();
    let filter = before;
    const view = {
      tree,
      filterOf: () => filter,
      setFilter: (_id: string, text: string) => {
        filter = text;
      },
      onDidChangeSelection: selected.event,
    };
    const ended = within(filterModels(view, catalogs, connection, true), 'the box closes');
    const box = await steps.pick();
    return {
      box,
      ended,
      filter: () => filter,
      select: (selection: ModelsNode[]) => selected.fire({ selection }),
    };
  }

  it('follows what is typed, and takes it back on Escape', async () => {
    const { box, ended, filter } = await open('tone');
    box.type('@older:1d');
    assert.equal(filter(), '@older:1d');
    box.escape();
    await ended;
    assert.equal(filter(), 'tone');
  });

  it('keeps it on Enter, and where the person turns to a row', async () => {
    const first = await open('');
    first.box.type('sql');
    first.box.choose('sql');
    await first.ended;
    assert.equal(first.filter(), 'sql');
    const second = await open('');
    second.box.type('tone');
    // The selected row has left the list.
    second.select([]);
    const [row] = world().tree.getChildren();
    assert.ok(row);
    second.select([row]);
    await second.ended;
    assert.equal(second.filter(), 'tone');
  });
});
