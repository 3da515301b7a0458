import * as vscode from 'vscode';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';

/** Does what a change of a chat means outside its page. */
export function noteChange(session: ChatSession, change: ChatChange, services: ChatTabServices): void {
  if (change.type === 'accepted') noteModels(session, services);
  else if (change.type === 'ended') noteAnswer(session, change.id, services);
  else if (change.type === 'notKept')
    void reportingErrors(services.log, 'export', () =>
      sayChatNotKept(change.code, () => services.exportChat(session)),
    );
}

function noteModels({ conversation }: ChatSession, { recent }: ChatTabServices): void {
  // The order of recently used models would reveal which column has which.
  if (hidesModels(conversation)) return;
  for (const column of conversation.columns) recent.use(column);
}

function noteAnswer({ conversation }: ChatSession, id: string, services: ChatTabServices): void {
  const answer = conversation.answers.get(id);
  // Completes a step of the walkthrough.
  if (answer?.state === 'complete')
    void vscode.commands.executeCommand('setContext', 'hostedModels.hasAnswer', true);
  // A 404 may mean that the model is gone, which a new list shows.
  if (answer?.error?.kind === 'notFound') services.refreshModels(answer.connectionId);
}

/** Reports that a chat can't be written to disk and offers to export it; `code` is the system's, e.g. `ENOSPC`. */
async function sayChatNotKept(code: string | undefined, exportIt: () => Promise<void>): Promise<void> {
  const button = t('Export…');
  const text = t(
    "This chat can't be saved ({0}). Saving is retried; export the chat before you close the tab.",
    code ?? '?',
  );
  if ((await sayWarning(text, button)) === button) await exportIt();
}
