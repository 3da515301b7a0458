import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Model } from '../../../src/api/index.ts';
import type { KindGroupNode, ModelNode, ModelsNode } from '../../../src/ui/models/view/modelNodes.ts';
import type { ModelsTree } from '../../../src/ui/models/view/modelsTree.ts';

export function groupOf(tree: ModelsTree, kind: Model['kind'], from?: ModelsNode): KindGroupNode {
  const group = tree.getChildren(from).find((node) => node.type === 'group' && node.kind === kind);
  assert.ok(group?.type === 'group', `There is no group of kind ${kind}.`);
  return group;
}

/** The row of the model with this name, in the list of the only connection. */
export function rowOf(tree: ModelsTree, name: string, kind: Model['kind'] = 'lora'): ModelNode {
  const row = tree
    .getChildren(groupOf(tree, kind))
    .find((node) => node.type === 'model' && node.name === name);
  assert.ok(row?.type === 'model', `There is no row ${name}.`);
  return row;
}

/** The names of a group's rows, in order. */
export function namesIn(tree: ModelsTree, kind: Model['kind'] = 'lora'): string[] {
  return tree.getChildren(groupOf(tree, kind)).flatMap((row) => (row.type === 'model' ? row.name : []));
}

/** "label: description" of each row. */
export function textsOf(tree: ModelsTree, nodes: readonly ModelsNode[]): string[] {
  return nodes.map((node) => {
    const { label, description } = tree.getTreeItem(node);
    return `${String(label)}: ${String(description)}`;
  });
}

/** The ids of all rows below `node`, or of all rows. */
export function allIds(tree: ModelsTree, node?: ModelsNode): string[] {
  return tree
    .getChildren(node)
    .flatMap((child) => [tree.getTreeItem(child).id ?? 'none', ...allIds(tree, child)]);
}

export function iconOf(item: vscode.TreeItem): string | undefined {
  const { iconPath } = item;
  return typeof iconPath === 'object' && 'id' in iconPath ? iconPath.id : undefined;
}
