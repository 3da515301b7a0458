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
  if (!(error instanceof ServiceError && connection))
    return showErrorText(unexpectedText(error), connection, retry, before);
  // Loaded when one is shown, not with the extension.
  const { errorText } = await import('./errorText.ts');
  await showErrorText(errorText(error, connection), connection, retry, before);
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
  const known: Partial<Record<ErrorText['actions'][number], [title: string, run: () => unknown]>> = {
    setApiKey: [t('Set API Key…'), run('setApiKey')],
    diagnose: [t('Diagnose Connection'), run('diagnoseConnection')],
    showLog: [t('Show Log'), run('showLog')],
    ...(retry && { retry: [t('Retry'), retry] }),
  };
  const buttons = words.actions.map((action) => known[action]).filter((button) => button !== undefined);
  const text = [before, words.text, words.detail].filter(Boolean).join(' ');
  const chosen = await sayError(text, ...buttons.slice(0, maxButtons).map(([title]) => title));
  await buttons.find(([title]) => title === chosen)?.[1]();
}

function unexpectedText(error: unknown): ErrorText {
  if (error instanceof UserFacingError)
    return { text: error.message, detail: undefined, actions: ['showLog'] };
  if (error instanceof ChatTooLargeError) {
    const text = t(
      "This chat holds more than {0} MB and can't be opened. Nothing of it is lost: it stays in {1}. Continue in a new chat.",
      maxChatLetters / 1024 / 1024,
      error.path,
    );
    return { text, detail: undefined, actions: [] };
  }
  const code = errorCode(error);
  const text =
    code === undefined
      ? t('Something went wrong. See the log.')
      : t('Something went wrong ({0}). See the log.', code);
  return { text, detail: undefined, actions: ['showLog'] };
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
