import * as vscode from 'vscode';
import { ServiceError } from '../../api/serviceError.ts';
import type { Logger } from '../../api/types.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { errorTrace } from '../../core/files/errorCode.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { t } from '../shared/text/t.ts';

/**
 * Returns the error without a stack, and not named `LanguageModelError`. Copilot prints an error's stack after its message
 * (microsoft/vscode 320558). For an error with that name, VS Code makes another one for the caller, with a stack of its own; of
 * every other error it passes message, code and stack on as they are (seen in 1.110 and 1.139).
 */
export function toldAs(error: vscode.LanguageModelError): vscode.LanguageModelError {
  return Object.assign(error, { name: 'Error', stack: '' });
}

export function failed(message: string): vscode.LanguageModelError {
  return toldAs(new vscode.LanguageModelError(message));
}

interface Failed {
  connection: Connection;
  model: string;
  log: Pick<Logger, 'error'>;
}

/** Returns a failed request's error with words for the user, since VS Code's chat shows nothing else of it. */
export function requestError(error: unknown, { connection, model, log }: Failed): vscode.LanguageModelError {
  if (error instanceof vscode.LanguageModelError) return error;
  if (!(error instanceof ServiceError)) {
    log.error(`A request of VS Code's chat failed: ${errorTrace(error)}`);
    return failed(t("The answer can't be shown. The log of Hosted Models says more."));
  }
  const { text, detail } = errorText(error, connection, model);
  const words = detail === undefined || detail === text ? text : `${text}\n${detail}`;
  return toldAs(ofKind(error.kind, words));
}

function ofKind(kind: ServiceError['kind'], words: string): vscode.LanguageModelError {
  if (kind === 'notFound') return vscode.LanguageModelError.NotFound(words);
  if (kind === 'rateLimited') return vscode.LanguageModelError.Blocked(words);
  return kind === 'noKey' || kind === 'unauthorized' || kind === 'forbidden'
    ? vscode.LanguageModelError.NoPermissions(words)
    : new vscode.LanguageModelError(words);
}
