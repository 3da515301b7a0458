import * as vscode from 'vscode';
import { textWithCalls } from '../../../core/messageContent.ts';
import { promptRequest } from '../../../core/promptSets/ask/askPrompt.ts';
import { rowAsChat } from '../../../core/promptSets/report/rowAsChat.ts';
import { readRunRow } from '../../../core/promptSets/report/runRows.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { copyInChosenLanguage } from '../../requestCode/copyRequestAs.ts';
import { sayInfo, sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';

/** *Open as Chat*: a new chat with the prompt and its answers. */
export async function openAsChat(
  file: RunFile,
  prompt: number,
  { chats }: Pick<RunServices, 'chats'>,
): Promise<void> {
  const chat = rowAsChat(await readRunRow(file, prompt), file.run);
  if (chat) await chats.openNew(chat);
  else void sayInfo(t("A chat can't hold this prompt: it has tool calls, or doesn't begin with the user."));
}

/** *Open Diff*: a model's answer beside the base's, in VS Code's diff editor. */
export async function openAnswerDiff(
  file: RunFile,
  names: readonly string[],
  { prompt, model, repetition }: { prompt: number; model: number; repetition: number },
  { documents }: Pick<RunServices, 'documents'>,
): Promise<void> {
  const uriOf = async (of: number) => {
    const result = await file.result({ prompt, model: of, repetition });
    const folder = [file.run.id, prompt, of, repetition].join(' ');
    return result && documents.putText(folder, `${names[of] ?? ''}.md`, textWithCalls(result));
  };
  const [left, right] = [await uriOf(0), await uriOf(model)];
  if (!left || !right) return;
  const title = t('{0} ↔ {1}', names[0] ?? '', names[model] ?? '');
  await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
}

/** *Copy Request As*: the request of an answer as it was sent, else as it would be. */
export async function copyRequest(
  file: RunFile,
  { prompt, model }: { prompt: number; model: number },
  { connections, ...services }: Pick<RunServices, 'connections' | 'catalogs' | 'keys'>,
): Promise<void> {
  const [asked, asking] = [await file.prompt(prompt), file.run.models[model]];
  if (!asked || !asking) return;
  const connection = connections.byId(asking.connectionId);
  if (!connection) {
    void sayWarning(t("The connection of this model was removed, so its request can't be copied."));
    return;
  }
  const result = await file.result({ prompt, model, repetition: 0 });
  const settings = { ...file.run.settings, ...result?.settings };
  await copyInChosenLanguage(connection, promptRequest(asking.name, settings, asked), services);
}
