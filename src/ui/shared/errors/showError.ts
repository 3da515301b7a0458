import * as vscode from 'vscode';
import type { Logger } from '../../../api/index.ts';
import { ServiceError } from '../../../api/serviceError.ts';
import { ChatTooLargeError, maxChatLetters } from '../../../core/chats/disk/chatTooLarge.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { errorCode, errorTrace } from '../../../core/files/errorCode.ts';
import { sayError } from '../messages.ts';
import { t } from '../text/t.ts';
import type { ErrorText } from './errorText.ts';
import { UserFacingError } from './userFacingError.ts';

const maxButtons = 2;

/** Shows a notification that a command failed, after the sentence `before`. Only for actions the user started. */
export async function showError(
  error: unknown,
  connection: Connection | undefined,
  retry?: () => Promise<void>,
  before?: string,
): Promise<void> {
  const words =
    error instanceof ServiceError && connection
      ? // Loaded when one is shown, not with the extension.
        (await import('./errorText.ts')).errorText(error, connection)
      : unexpectedText(error);
  await showErrorText(words, connection, retry, before);
}

/** Like `showError`, for an error that is already in words. */
export async function showErrorText(
  words: ErrorText,
  connection: Connection | undefined,
  retry?: () => Promise<void>,
  before?: string,
): Promise<void> {
  const run = (command: string) => () =>
    vscode.commands.executeCommand(`hostedModels.${command}`, { connectionId: connection?.id });
  const buttons = new Map<string, () => unknown>();
  for (const action of words.actions) {
    if (action === 'setApiKey') buttons.set(t('Set API Key…'), run('setApiKey'));
    else if (action === 'diagnose') {
      buttons.set(t('Diagnose Connection'), run('diagnoseConnection'));
    } else if (action === 'showLog') buttons.set(t('Show Log'), run('showLog'));
    else if (action === 'retry' && retry) buttons.set(t('Retry'), retry);
  }
  const titles = [...buttons.keys()].slice(0, maxButtons);
  const text = [before, words.text, words.detail].filter((part) => part).join(' ');
  const chosen = await sayError(text, ...titles);
  if (chosen) await buttons.get(chosen)?.();
}

function unexpectedText(error: unknown): ErrorText {
  if (error instanceof UserFacingError)
    return { text: error.message, detail: undefined, actions: ['showLog'] };
  if (error instanceof ChatTooLargeError)
    return { text: tooLargeText(error), detail: undefined, actions: [] };
  const code = errorCode(error);
  const text =
    code === undefined
      ? t('Something went wrong. See the log.')
      : t('Something went wrong ({0}). The log says more.', code);
  return { text, detail: undefined, actions: ['showLog'] };
}

function tooLargeText({ path }: ChatTooLargeError): string {
  return t(
    "This chat holds more than {0} MB and can't be opened. Nothing of it is lost: it stays in {1}. Go on in a new chat.",
    maxChatLetters / 1024 / 1024,
    path,
  );
}

/** Runs a command; a failure is shown, and logged without data that the error may carry. */
export async function reportingErrors(log: Logger, name: string, action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    log.error(`${name} failed: ${errorTrace(error)}`);
    await showError(error, undefined);
  }
}
