import type { Model } from '../../../api/index.ts';
import type { Connection, ConnectionProblem } from '../../../core/connections/connection.ts';
import { modelKey } from '../../../core/models/modelKey.ts';
import type { ModelFact } from './modelFacts.ts';

export interface ConnectionNode {
  type: 'connection';
  connectionId: string;
  connection: Connection;
}

export interface GroupNode {
  type: 'group';
  connectionId: string;
  connection: Connection;
  kind: Model['kind'];
}

export interface ModelNode {
  type: 'model';
  connectionId: string;
  connection: Connection;
  kind: Model['kind'];
  name: string;
}

export interface FactNode {
  type: 'fact';
  connectionId: string;
  connection: Connection;
  kind: Model['kind'];
  name: string;
  fact: ModelFact;
}

/** Something in the setting of the connections that can't be used. */
export interface ProblemNode {
  type: 'problem';
  problem: ConnectionProblem;
}

/** A row that belongs to a connection. */
export type ConnectedNode = ConnectionNode | GroupNode | ModelNode | FactNode;

/**
 * A row of the Models view: which one it is. What it shows is looked up when VS Code asks for it, since VS Code refreshes a
 * row by the object that it was given.
 */
export type Node = ConnectedNode | ProblemNode;

export function connectionNode(connection: Connection): ConnectionNode {
  return { type: 'connection', connectionId: connection.id, connection };
}

export function groupNode(connection: Connection, kind: Model['kind']): GroupNode {
  return { type: 'group', connectionId: connection.id, connection, kind };
}

export function modelNode(connection: Connection, { kind, name }: Pick<Model, 'kind' | 'name'>): ModelNode {
  return { type: 'model', connectionId: connection.id, connection, kind, name };
}

/** Stable over refreshes, so that what is expanded and selected stays so. */
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
