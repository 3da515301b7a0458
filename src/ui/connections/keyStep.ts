import * as vscode from 'vscode';
import { cleanApiKey } from '../../api/config/apiKey.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { OnWait } from '../../core/retryWait.ts';
import { waitSentence } from '../shared/errors/waitText.ts';
import { type InputStep, inputStep } from '../shared/inputStep.ts';
import { sayInfo, sayWarning } from '../shared/messages.ts';
import { type TrialResult, tryConnection } from './connectionTrial.ts';
import type { ServiceClients } from './serviceClients.ts';

/** `elsewhere`: the check failed, but not because of the key. */
export type KeyStepResult =
  | { is: 'key'; apiKey: string; trial: TrialResult }
  | { is: 'elsewhere'; apiKey: string; reason: string }
  | { is: 'back' };

/** Asks for a key and tries it. A refused key stays in the field with the reason and can be saved anyway. */
export async function keyStep(
  clients: ServiceClients,
  connection: Connection,
  look: Pick<InputStep, 'title'> & Partial<Pick<InputStep, 'step' | 'totalSteps' | 'hasBack'>>,
): Promise<KeyStepResult | undefined> {
  let problem: string | undefined;
  let value = '';
  for (;;) {
    let trial: TrialResult | undefined;
    const result = await inputStep({
      ...look,
      prompt: vscode.l10n.t(
        "API key for {0}. It is kept in VS Code's secret store, never in settings.",
        connection.name,
      ),
      placeholder: vscode.l10n.t('Paste the key'),
      isSecret: true,
      value,
      problem,
      extraButton: problem === undefined ? undefined : vscode.l10n.t('Save Anyway'),
      check: (text) => (cleanApiKey(text).ok ? undefined : vscode.l10n.t("This can't be an API key.")),
      tryOut: async (text, signal, say) => {
        const cleaned = cleanApiKey(text);
        const onWait: OnWait = (wait) => say(wait && waitSentence(wait, connection.name));
        if (cleaned.ok) trial = await tryConnection(clients, connection, cleaned.apiKey, signal, onWait);
        return undefined;
      },
    });
    if (!result || result.is === 'back') return result && { is: 'back' };
    const cleaned = cleanApiKey(result.text);
    if (!cleaned.ok) continue;
    const { apiKey } = cleaned;
    if (result.is === 'extra') {
      return { is: 'key', apiKey, trial: { is: 'failed', fault: 'key', reason: problem ?? '' } };
    }
    if (trial?.is === 'connected') return { is: 'key', apiKey, trial };
    if (trial?.is === 'failed' && trial.fault === 'url')
      return { is: 'elsewhere', apiKey, reason: trial.reason };
    problem = `${trial?.reason ?? ''} ${vscode.l10n.t('Correct it, or select Save Anyway.')}`.trim();
    value = result.text;
  }
}

/** Tells the user if the store did not keep a secret, which is still used until the window closes. */
export async function tellUnlessKept(
  connection: Connection,
  written: Promise<{ isKept: boolean }>,
): Promise<void> {
  if ((await written).isKept) return;
  void sayWarning(
    vscode.l10n.t(
      "VS Code's secret store did not keep the secret for {0}. It is used until this window closes; a keyring on this machine makes it last.",
      connection.name,
    ),
  );
}

export function sayConnected(trial: TrialResult): void {
  if (trial.is !== 'connected') return;
  void sayInfo(vscode.l10n.t('Connected: {0} LoRAs, {1} base models', trial.loras, trial.baseModels));
}
