import * as vscode from 'vscode';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { type Catalog, findModel } from '../../../core/models/catalog.ts';
import type { ChatModelView } from '../../../protocol/chat.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../../models/catalogs.ts';
import type { PendingDeletions } from '../../models/pendingDeletions.ts';
import { creatorName } from '../../shared/text/creatorText.ts';

/** Describes the model that the chat's next message goes to. */
export class ModelViews {
  readonly #connections: Connections;
  readonly #catalogs: Catalogs;
  readonly #deletions: PendingDeletions;
  readonly #missing = new Map<string, boolean>();

  constructor(connections: Connections, catalogs: Catalogs, deletions: PendingDeletions) {
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#deletions = deletions;
  }

  of({ connectionId, model: name }: Conversation): ChatModelView {
    const connection = this.#connections.byId(connectionId);
    if (!connection) {
      const gone = vscode.l10n.t('The connection of this chat was removed. Choose another model.');
      return { name, connection: '', description: '', warning: undefined, gone };
    }
    const catalog = this.#catalogs.of(connection);
    const model = findModel(catalog, name);
    const isUndeployed = model !== undefined && model.activeDeployment === undefined;
    return {
      name,
      connection: connection.name,
      description: model ? this.#description(model) : '',
      warning: isUndeployed ? vscode.l10n.t('No deployment is listed. It may not answer.') : undefined,
      gone: this.#goneText(connection, name, this.#isMissing(connection, name, catalog)),
    };
  }

  #description(model: NonNullable<ReturnType<typeof findModel>>): string {
    const parts: string[] = [];
    const base = model.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
    if (model.kind === 'baseModel') parts.push(vscode.l10n.t('Base model'));
    else parts.push(base ? vscode.l10n.t('LoRA on {0}', cleanText(base)) : vscode.l10n.t('LoRA'));
    const who = creatorName(model.activeDeployment?.creator);
    if (who) parts.push(vscode.l10n.t('by {0}', cleanText(who, 80)));
    return parts.join(', ');
  }

  /** True once missing from a fresh list, and still while the next list is loading or fails. */
  #isMissing(connection: Connection, name: string, catalog: Catalog): boolean {
    const key = JSON.stringify([connection.id, name]);
    if (catalog.state === 'fresh') this.#missing.set(key, findModel(catalog, name) === undefined);
    return this.#missing.get(key) ?? false;
  }

  #goneText(connection: Connection, name: string, isMissing: boolean): string | undefined {
    const ref = { connectionId: connection.id, kind: 'lora', name } as const;
    if (this.#deletions.isDeleted(ref)) {
      return vscode.l10n.t('{0} was deleted. Go on with another model.', cleanText(name));
    }
    if (!isMissing) return undefined;
    return vscode.l10n.t(
      '{0} has no model {1} any more. Go on with another model.',
      connection.name,
      cleanText(name),
    );
  }
}
