import * as vscode from 'vscode';
import { answersIn, isAnswered, type Row } from '../../../core/chats/columns/rows.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { isHidden } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { textWithCalls } from '../../../core/messageContent.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { t } from '../../shared/text/t.ts';
import { answerName } from '../page/redaction.ts';

/** *Open Diff*: shows the answers to a question in VS Code's diff editor, as Markdown. Of more than two, the user chooses which. */
export async function openDiff(
  conversation: Conversation,
  row: Row,
  documents: Pick<ReadOnlyDocuments, 'putText'>,
): Promise<void> {
  if (isHidden(row.question)) return;
  const sides = answersIn(row)
    .filter(isAnswered)
    .map((answer) => ({ ...answer, name: cleanText(answerName(conversation, answer), 60) }));
  const pairs = sides.flatMap((left, at) => sides.slice(at + 1).map((right) => [left, right] as const));
  const items = pairs.map((pair) => ({ label: t('{0} ↔ {1}', pair[0].name, pair[1].name), pair }));
  const options = { title: t('Open Diff'), placeHolder: t('Which two answers?') };
  const chosen = items.length > 1 ? await vscode.window.showQuickPick(items, options) : items[0];
  if (!chosen) return;
  const [left, right] = chosen.pair.map((answer) =>
    documents.putText(answer.id, `${answer.name}.md`, textWithCalls(answer)),
  );
  await vscode.commands.executeCommand('vscode.diff', left, right, chosen.label, { preview: true });
}
