import { ServiceError } from '../../api/serviceError.ts';
import type { OnWait, ServerKind } from '../../api/types.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { joinWaits } from '../../core/joinWaits.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { isAgreed } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';
import type { ServiceClients } from './serviceClients.ts';

export type TrialResult =
  | { is: 'connected'; loras: number; baseModels: number; kind?: ServerKind | undefined }
  | { is: 'failed'; fault: 'key' | 'url'; reason: string };

/** Queries the service with a key that is not stored yet: both lists must load. */
export async function tryConnection(
  clients: Pick<ServiceClients, 'trial'>,
  connection: Connection,
  apiKey: string,
  signal: AbortSignal,
  onWait: OnWait,
): Promise<TrialResult> {
  let { kind } = connection;
  const client = clients.trial(
    connection,
    () => Promise.resolve(apiKey),
    (found) => {
      kind = found;
    },
  );
  const nextOnWait = joinWaits(onWait);
  try {
    const [loras, baseModels] = await Promise.all([
      client.listLoras({ signal, onWait: nextOnWait() }),
      client.listBaseModels({ signal, onWait: nextOnWait() }),
    ]);
    return { is: 'connected', loras: loras.length, baseModels: baseModels.length, kind };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      return { is: 'failed', fault: 'url', reason: t('The check was stopped.') };
    }
    if (error.kind === 'unauthorized' || error.kind === 'forbidden' || error.kind === 'noKey') {
      const reason = t('The service refused this key ({0}).', error.status ?? '401');
      return { is: 'failed', fault: 'key', reason };
    }
    return { is: 'failed', fault: 'url', reason: addressFault(error, connection) };
  }
}

/** What speaks against an address, in words. */
export function addressFault(error: ServiceError, connection: Pick<Connection, 'name' | 'baseUrl'>): string {
  if (error.kind === 'notFound') {
    return t('This address answers, but has no model list there (404). Check the path.');
  }
  const { text, detail } = errorText(error, connection);
  return detail ? `${text} ${detail}` : text;
}

/** Asks what to do with something that was typed and that `reason` speaks against. */
export function savesAnyway(reason: string): Promise<boolean> {
  const detail = t('It can be saved as it is, and changed later.');
  return isAgreed(reason, detail, t('Save Anyway'), t('Correct It'));
}
