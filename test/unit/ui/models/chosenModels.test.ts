import assert from 'node:assert/strict';
import { chosenModels } from '../../../../src/ui/models/modelArguments.ts';
import { rowsOfKey } from '../../../../src/ui/shared/ownRows.ts';

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
});
