import type { Model } from '../../../api/index.ts';
import type { Connection, ConnectionProblem } from '../../../core/connections/connection.ts';
import { modelKey } from '../../../core/models/modelKey.ts';
import type { ModelFact } from './modelFacts.ts';

interface InConnection {
  connectionId: string;
  connection: Connection;
}

export interface ConnectionNode extends InConnection {
  type: 'connection';
}

export interface KindGroupNode extends InConnection {
  type: 'group';
  kind: Model['kind'];
}

export interface ModelNode extends InConnection {
  type: 'model';
  kind: Model['kind'];
  name: string;
}

export interface FactNode extends Omit<ModelNode, 'type'> {
  type: 'fact';
  fact: ModelFact;
}

/** Something in the setting of the connections that can't be used. */
interface ProblemNode {
  type: 'problem';
  problem: ConnectionProblem;
}

/** A row that belongs to a connection. */
export type ConnectedNode = ConnectionNode | KindGroupNode | ModelNode | FactNode;

/**
 * Identifies a row of the Models view. The row's content is looked up when VS Code asks for it, since VS Code refreshes a row by
 * the object that it was given.
 */
export type ModelsNode = ConnectedNode | ProblemNode;

export function connectionNode(connection: Connection): ConnectionNode {
  return { type: 'connection', connectionId: connection.id, connection };
}

export function groupNode(connection: Connection, kind: Model['kind']): KindGroupNode {
  return { type: 'group', connectionId: connection.id, connection, kind };
}

export function modelNode(connection: Connection, { kind, name }: Pick<Model, 'kind' | 'name'>): ModelNode {
  return { type: 'model', connectionId: connection.id, connection, kind, name };
}

/** Returns a row's id. It is stable across refreshes, so that expanded and selected rows stay so. */
export function nodeId(node: ConnectedNode): string {
  switch (node.type) {
    case 'connection':
      return JSON.stringify([node.connectionId]);
    case 'group':
      return JSON.stringify([node.connectionId, node.kind]);
    case 'model':
      return modelKey(node);
    case 'fact':
      return `${modelKey(node)} ${node.fact.id}`;
  }
}
