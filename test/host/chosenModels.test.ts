import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lorasAmong } from '../../src/ui/deletion/chooseLoras.ts';
import { chosenModels } from '../../src/ui/models/modelArguments.ts';
import { rowsOfKey } from '../../src/ui/shared/ownRows.ts';
import { liveExtension, liveModel } from './support/extension.ts';

const row = (name: string, kind = 'lora') => ({ connectionId: 'acme', kind, name });
const names = (...given: Parameters<typeof chosenModels>) => chosenModels(...given).map(({ name }) => name);

describe('The models that a command acts on', () => {
  const [a, b, c] = [row('a'), row('b'), row('c')];

  it('are all selected rows if the clicked one is among them', () => {
    assert.deepEqual(names(a, [b, a, c]), ['b', 'a', 'c']);
  });

  it('are only the clicked row if it is not part of the selection, or if that is empty or not a list', () => {
    for (const selection of [[b, c], [], undefined, null, 'a', { 0: b }]) {
      assert.deepEqual(names(a, selection), ['a']);
    }
  });

  it('are the view’s selection if a key binding passes nothing', () => {
    assert.deepEqual(names(undefined, undefined, [b, c]), ['b', 'c']);
    assert.deepEqual(names('x', undefined, [b, c]), []);
  });

  const fact = (model: object) => ({ ...model, fact: { id: 'baseModel', copy: 'llama' } });

  it('leave out repetitions and rows of other kinds', () => {
    const connection = { type: 'connection', connectionId: 'acme' };
    const group = { ...connection, type: 'group', kind: 'lora' };
    assert.deepEqual(names(a, [a, a, connection, group, null, 7, row('a', 'baseModel')]), ['a', 'a']);
  });

  it('ignore the facts in a selection made with Shift', () => {
    assert.deepEqual(names(a, [a, fact(a), fact(a), b]), ['a', 'b']);
    assert.deepEqual(names(fact(c), [fact(c), b, a]), ['b', 'a']);
    assert.deepEqual(names(undefined, undefined, [fact(c), b]), ['b']);
  });

  it('are those of the facts if only facts are selected', () => {
    assert.deepEqual(names(fact(a), [fact(a), fact(b), fact(a)]), ['a', 'b']);
    assert.deepEqual(names(fact(a), undefined), ['a']);
  });

  it('are chosen the same way for a deletion, without base models', () => {
    const rows = [a, fact(a), row('llama', 'baseModel'), b, fact(b)];
    assert.deepEqual(lorasAmong(a, rows), [a, b]);
    assert.deepEqual(lorasAmong(undefined, rows), [a, b]);
    assert.deepEqual(lorasAmong(c, rows), [c]);
  });
});

describe('The commands of several rows', () => {
  const clicked = row('clicked');
  const [a, b] = [row('a'), row('b')];

  it('act on a clicked row outside of the selection alone, whatever they are given and the view has', async () => {
    assert.deepEqual(names(clicked, undefined, [a, b]), ['clicked']);
    assert.deepEqual(names(clicked, [a, b], [a, b]), ['clicked']);
    assert.deepEqual(lorasAmong(clicked, [a, b]), [clicked]);
    await liveExtension();
    await vscode.commands.executeCommand('hostedModels.copyName', clicked, [a, b]);
    assert.equal(await vscode.env.clipboard.readText(), 'clicked');
    await vscode.commands.executeCommand('hostedModels.markSeen', clicked, [a, b]);
  });
});

describe('The row that a key acts on', () => {
  const [a, b, c] = [row('a'), row('b'), row('c')];

  it('is the focused one, with all selected ones if it is among them', () => {
    assert.deepEqual(rowsOfKey(c, [a, b]), [c]);
    assert.deepEqual(rowsOfKey(b, [a, b]), [a, b]);
    assert.deepEqual(rowsOfKey(a, []), [a]);
  });

  it('is the selection if VS Code knows of no focus', () => {
    assert.deepEqual(rowsOfKey(undefined, [a]), [a]);
    assert.deepEqual(rowsOfKey(null, [a]), [a]);
    assert.deepEqual(rowsOfKey({ $treeViewId: 'hostedModels.models', $focusedTreeItem: true }, [a]), [a]);
  });

  it('is copied by its name, a fact by its value', async () => {
    await liveExtension();
    const fact = (more: object) => ({ ...a, fact: { id: 'creator', value: 'Ada', ...more } });
    const copied = async (focused: unknown) => {
      await vscode.commands.executeCommand('hostedModels.copyName', [focused]);
      return vscode.env.clipboard.readText();
    };
    assert.equal(await copied(b), 'b');
    assert.equal(await copied(fact({ copy: 'Ada <ada@acme.example>' })), 'Ada <ada@acme.example>');
    assert.equal(await copied(fact({})), 'Ada');
    // Nothing to copy leaves the clipboard as it is.
    assert.equal(await copied({ connectionId: a.connectionId, type: 'group', kind: 'lora' }), 'Ada');
  });

  it('opens no chat and asks nothing if it has no model that can be chatted with', async () => {
    const { connectionId } = await liveExtension();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    for (const focused of [undefined, null, { connectionId, type: 'group' }, await liveModel('long-gone')]) {
      await vscode.commands.executeCommand('hostedModels.chat', [focused]);
    }
    assert.equal(vscode.window.tabGroups.all.flatMap((group) => group.tabs).length, tabs);
  });
});

describe('Copy Name', () => {
  it('copies the names of several rows, one per line', async () => {
    await liveExtension();
    const rows = [row('support-tone-v7'), row('Rückfragen/Groß'), row('llama-3-8b', 'baseModel')];
    await vscode.commands.executeCommand('hostedModels.copyName', rows[1], rows);
    assert.equal(await vscode.env.clipboard.readText(), 'support-tone-v7\nRückfragen/Groß\nllama-3-8b');
    await vscode.commands.executeCommand('hostedModels.copyName', rows[0]);
    assert.equal(await vscode.env.clipboard.readText(), 'support-tone-v7');
  });
});
