import * as vscode from 'vscode';
import { ServiceError } from '../../api/serviceError.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type OnWait, RetryWaits } from '../../core/retryWait.ts';
import { errorText } from '../shared/errors/errorText.ts';
import type { ServiceClients } from './serviceClients.ts';

export type TrialResult =
  | { is: 'connected'; loras: number; baseModels: number }
  | { is: 'failed'; fault: 'key' | 'url'; reason: string };

/** Queries the service with a key that is not stored yet: both lists must load. */
export async function tryConnection(
  clients: ServiceClients,
  connection: Connection,
  apiKey: string,
  signal: AbortSignal,
  onWait: OnWait,
): Promise<TrialResult> {
  const client = clients.trial(connection, () => Promise.resolve(apiKey));
  const waits = new RetryWaits(onWait);
  try {
    const [loras, baseModels] = await Promise.all([
      client.listLoras({ signal, ...waits.next() }),
      client.listBaseModels({ signal, ...waits.next() }),
    ]);
    return { is: 'connected', loras: loras.length, baseModels: baseModels.length };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      return { is: 'failed', fault: 'url', reason: vscode.l10n.t('The check was stopped.') };
    }
    return { is: 'failed', ...explain(error, connection) };
  }
}

function explain(error: ServiceError, connection: Connection): { fault: 'key' | 'url'; reason: string } {
  if (error.kind === 'unauthorized' || error.kind === 'forbidden' || error.kind === 'noKey') {
    return {
      fault: 'key',
      reason: vscode.l10n.t('The service refused this key ({0}).', error.status ?? '401'),
    };
  }
  if (error.kind === 'notFound') {
    return {
      fault: 'url',
      reason: vscode.l10n.t('This address answers, but has no model list there (404). Check the path.'),
    };
  }
  const { text, detail } = errorText(error, connection);
  return { fault: 'url', reason: detail ? `${text} ${detail}` : text };
}
