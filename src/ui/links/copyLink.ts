import * as vscode from 'vscode';
import { hostOf } from '../../core/connections/connection.ts';
import { writeLink } from '../../core/links/writeLink.ts';
import { findModel } from '../../core/models/catalog.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import { chosenModels } from '../models/chosenModels.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { sayWarning } from '../shared/messages.ts';

type Parts = Pick<WindowParts, 'connections' | 'catalogs'> & { view: Pick<WindowParts['view'], 'selection'> };

/** *Copy Link to Model*: copies several links one per line. Says which model can't have one. */
export async function copyLink(parts: Parts, argument: unknown, selection?: unknown): Promise<void> {
  const refs = chosenModels(argument, selection, parts.view.selection);
  const links = refs.map((ref) => linkTo(ref, parts));
  const made = links.filter((link) => link !== undefined);
  if (made.length > 0) await vscode.env.clipboard.writeText(made.join('\n'));
  const without = refs.filter((_, index) => links[index] === undefined);
  const [first, ...others] = without;
  if (!first) return;
  void sayWarning(
    others.length === 0
      ? vscode.l10n.t(
          'There is no link to {0}: its connection was removed, or no link can have its name.',
          shownName(first.name, 100),
        )
      : vscode.l10n.t(
          'There are no links to {0} of the models: their connection was removed, or no link can have their names.',
          without.length,
        ),
  );
}

function linkTo(
  { connectionId, kind, name }: ModelRef,
  { connections, catalogs }: Parts,
): string | undefined {
  const connection = connections.byId(connectionId);
  if (!connection) return undefined;
  // A link without a kind leads to the LoRA; if the list can't be loaded, it is taken for one.
  const isPlain = kind === 'lora' && !findModel(catalogs.of(connection), name, 'baseModel');
  return writeLink(
    vscode.env.uriScheme,
    { name, kind: isPlain ? undefined : kind },
    hostOf(connection.baseUrl),
  );
}
