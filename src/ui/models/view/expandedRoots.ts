import type { Connection } from '../../../core/connections/connection.ts';
import { connectionNode, type Node, nodeId } from './modelNodes.ts';

/**
 * Which connections and groups are expanded. VS Code keeps that of a row only while its parent stays: with a second connection, the
 * groups move from the roots to below the first, and back when it is removed.
 */
export class ExpandedRoots {
  readonly #states = new Map<string, boolean>();

  /** Call when the user expanded or collapsed a row. */
  set(node: Node, isExpanded: boolean): void {
    if (node.type === 'connection' || node.type === 'group') this.#states.set(nodeId(node), isExpanded);
  }

  /** Call when the groups of this connection are the roots. */
  showAlone(connection: Connection): void {
    this.set(connectionNode(connection), true);
  }

  /** At first, groups are expanded and connections, which load when they are, collapsed. */
  has(node: Extract<Node, { type: 'connection' | 'group' }>): boolean {
    return this.#states.get(nodeId(node)) ?? node.type === 'group';
  }
}
