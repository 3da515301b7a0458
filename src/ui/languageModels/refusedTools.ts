import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Offer } from '../../core/languageModels/offers.ts';
import { t } from '../shared/text/t.ts';

/** True if a request has to fail if the service refuses its tools; otherwise the model answers without them. */
export function needsTools(
  { tools }: Offer,
  { toolMode }: Pick<vscode.ProvideLanguageModelChatResponseOptions, 'toolMode'>,
): boolean {
  return tools === 'on' || toolMode === vscode.LanguageModelChatToolMode.Required;
}

export function refusedText(model: string, connection: Connection): string {
  return t(
    '{0} refused tools for {1}. Choose a model that can call tools, or ask without them. If the service takes them now, reload the window.',
    cleanText(connection.name, 60),
    cleanText(model),
  );
}

export function refusedChoiceText(model: string, connection: Connection): string {
  return t(
    '{0} can’t be made to call a tool by {1}, which refused "tool_choice". Choose another model, or ask without requiring a tool. If the service takes it now, reload the window.',
    cleanText(model),
    cleanText(connection.name, 60),
  );
}

/** Returns a note to put before the answer: without it, the agent would seem to ignore its tools. */
export function answersWithoutNote(model: string, connection: Connection): vscode.LanguageModelTextPart {
  const text = t(
    '{0} refused tools for {1}, so the model answers without them.',
    cleanText(connection.name, 60),
    cleanText(model),
  );
  return new vscode.LanguageModelTextPart(`_${text}_\n\n`);
}
