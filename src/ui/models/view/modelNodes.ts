import type { Model } from '../../../api/index.ts';
import type { Connection, ConnectionProblem } from '../../../core/connections/connection.ts';
import { modelKey } from '../../../core/models/modelKey.ts';
import type { ModelFact } from './modelFacts.ts';

/** A row that belongs to a connection. */
export type ConnectedNode = ConnectionNode | KindGroupNode | ModelNode | FactNode;

/**
 * Identifies a row of the Models view. The row's content is looked up when VS Code asks for it, since VS Code refreshes a row by
 * the object that it was given.
 */
export type ModelsNode = ConnectedNode | { type: 'problem'; problem: ConnectionProblem };

export function connectionNode(connection: Connection) {
  return { type: 'connection' as const, connectionId: connection.id, connection };
}
export type ConnectionNode = ReturnType<typeof connectionNode>;

export function groupNode(connection: Connection, kind: Model['kind']) {
  return { ...connectionNode(connection), type: 'group' as const, kind };
}
export type KindGroupNode = ReturnType<typeof groupNode>;

export function modelNode(connection: Connection, { kind, name }: Pick<Model, 'kind' | 'name'>) {
  return { ...groupNode(connection, kind), type: 'model' as const, name };
}
export type ModelNode = ReturnType<typeof modelNode>;

export interface FactNode extends Omit<ModelNode, 'type'> {
  type: 'fact';
  fact: ModelFact;
}

/** Returns a row's id. It is stable across refreshes, so that expanded and selected rows stay so. */
export function nodeId(node: ConnectedNode): string {
  if (node.type === 'connection') return JSON.stringify([node.connectionId]);
  if (node.type === 'group') return JSON.stringify([node.connectionId, node.kind]);
  return node.type === 'fact' ? `${modelKey(node)} ${node.fact.id}` : modelKey(node);
}
