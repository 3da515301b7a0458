import type { Model } from '../../api/index.ts';
import type { Connection, ConnectionProblem } from '../../core/connections/connection.ts';
import { modelKey } from '../../core/models/modelKey.ts';
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
  /** All that match the filter, sorted. A group lists the first of them only. */
  models: readonly Model[];
  total: number;
}

export interface ModelNode {
  type: 'model';
  connectionId: string;
  connection: Connection;
  kind: Model['kind'];
  name: string;
  model: Model;
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

/** A row of the Models view. Rows are made anew with each state; `nodeId` says which ones are the same. */
export type Node = ConnectionNode | GroupNode | ModelNode | FactNode | ProblemNode;

export function connectionNode(connection: Connection): ConnectionNode {
  return { type: 'connection', connectionId: connection.id, connection };
}

export function modelNode(connection: Connection, model: Model): ModelNode {
  return {
    type: 'model',
    connectionId: connection.id,
    connection,
    kind: model.kind,
    name: model.name,
    model,
  };
}

/** Stable over refreshes, so that what is expanded and selected stays so. */
export function nodeId(node: Node): string {
  switch (node.type) {
    case 'problem':
      return `problem ${node.problem.index} ${node.problem.reason}`;
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
