import { cleanApiKey } from '../../api/config/headerRules.ts';
import { ServiceError } from '../../api/serviceError.ts';
import type { OnWait, ServerKind } from '../../api/types.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import { joinWaits } from '../../core/joinWaits.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { waitSentence } from '../shared/errors/waitText.ts';
import { type InputStep, inputStep, type SayWait } from '../shared/inputStep.ts';
import { sayInfo, sayWarning } from '../shared/messages.ts';
import { baseModelsText, lorasText } from '../shared/text/countText.ts';
import { t } from '../shared/text/t.ts';
import type { ServiceClients } from './serviceClients.ts';

/** `elsewhere`: the check failed, but not because of the key. `trial` is `undefined` if there was no check. */
export type KeyStepResult =
  | { is: 'key'; apiKey: string; trial: TrialResult | undefined }
  | { is: 'elsewhere'; apiKey: string; reason: string }
  | { is: 'back' };

type Look = Pick<InputStep, 'title'> & Partial<Pick<InputStep, 'step' | 'totalSteps' | 'hasBack' | 'value'>>;

/**
 * Asks for a key and checks it. A refused key stays in the field with the reason and can be saved anyway. If it is not checked,
 * nobody knows whether the server wants one: it may be empty.
 */
export async function keyStep(
  clients: Pick<ServiceClients, 'trial'>,
  connection: Connection,
  look: Look,
  isChecked = true,
): Promise<KeyStepResult | undefined> {
  let trial: TrialResult | undefined;
  const tryOut = async (text: string, signal: AbortSignal, say: SayWait) => {
    const cleaned = cleanApiKey(text);
    if (!cleaned.ok || !isChecked) return undefined;
    const checking = t('Checking the key with {0}…', hostOf(connection.baseUrl));
    say(checking);
    const onWait: OnWait = (wait) => say(wait ? waitSentence(wait, connection.name) : checking);
    const tried = await tryConnection(clients, connection, cleaned.apiKey, signal, onWait);
    if (signal.aborted) return undefined;
    trial = tried;
    const isRefused = tried.is === 'failed' && tried.fault === 'key';
    return isRefused ? { problem: tried.reason } : undefined;
  };
  const result = await inputStep({
    ...look,
    prompt: isChecked
      ? t("API key for {0}. It is kept in VS Code's secret storage, never in settings.", connection.name)
      : t(
          "API key for {0}, or nothing if it needs none. It is kept in VS Code's secret storage, never in settings.",
          connection.name,
        ),
    placeholder: t('Paste the key'),
    isSecret: true,
    check: (text) => {
      if (cleanApiKey(text).ok || (!isChecked && text.trim() === '')) return undefined;
      return text.trim() === '' ? t('Enter the API key.') : t('An API key has no spaces or line breaks.');
    },
    tryOut,
  });
  if (!result || result.is === 'back') return result && { is: 'back' };
  const cleaned = cleanApiKey(result.text);
  const apiKey = cleaned.ok ? cleaned.apiKey : '';
  return trial?.is === 'failed' && trial.fault === 'url'
    ? { is: 'elsewhere', apiKey, reason: trial.reason }
    : { is: 'key', apiKey, trial };
}

/** Tells the user if the store did not keep a secret, which is still used until the window closes. */
export async function tellUnlessKept(
  connection: Connection,
  written: Promise<{ isKept: boolean }>,
): Promise<void> {
  if ((await written).isKept) return;
  void sayWarning(
    t(
      "VS Code couldn't store the API key for {0}. It works until you close this window. Install or unlock a keyring to keep it.",
      connection.name,
    ),
  );
}

/** `name`: of the connection, where there are several. */
export function sayConnected(trial: TrialResult | undefined, name: string | undefined): void {
  if (trial?.is !== 'connected') return;
  const [loras, baseModels] = [lorasText(trial.loras), baseModelsText(trial.baseModels)];
  const where = name === undefined ? t('Connected') : t('Connected to {0}', name);
  void sayInfo(t('{0}: {1}, {2}', where, loras, baseModels));
}

type TrialResult =
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
