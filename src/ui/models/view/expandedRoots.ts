import type { Connection } from '../../../core/connections/connection.ts';
import { connectionNode, type Node, nodeId } from './modelNodes.ts';

/**
 * Knows which connections and groups are expanded. VS Code remembers this for a row only while its parent stays. When a second
 * connection is added, the groups move from the roots to below the first connection, and back when it is removed.
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

  /** True if this row is expanded. At first, groups are, and connections are not, since expanding one loads its list. */
  has(node: Extract<Node, { type: 'connection' | 'group' }>): boolean {
    return this.#states.get(nodeId(node)) ?? node.type === 'group';
  }
}
