import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { isHostOf } from '../../core/links/linkHost.ts';
import { pickAmong } from '../connections/pickConnection.ts';
import { sayWarning } from '../shared/messages.ts';

/**
 * Returns the connection with this host, or any if there is none. Lets the user pick one if there are several, and says so if there
 * is none with it: a link can't add one.
 */
export async function linkedConnection(
  all: readonly Connection[],
  host: string | undefined,
): Promise<Connection | undefined> {
  const meant = host === undefined ? all : all.filter(({ baseUrl }) => isHostOf(host, baseUrl));
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  if (only) return pickAmong(meant, vscode.l10n.t('Open Link'));
  const shown = cleanText(host ?? '', 100);
  void sayWarning(
    vscode.l10n.t(
      "This link is for {0}, but no connection has this host. Links can't add a connection.",
      shown,
    ),
  );
  return undefined;
}
