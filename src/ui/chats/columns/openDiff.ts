import * as vscode from 'vscode';
import { answersTo, isAnswered, type Question } from '../../../core/chats/columns/questions.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { isHidden } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { t } from '../../shared/text/t.ts';
import { answerName } from '../page/redaction.ts';

interface Side {
  id: string;
  name: string;
  text: string;
}

/** *Open Diff*: shows the answers to a question in VS Code's diff editor, as Markdown. Of more than two, the user chooses which. */
export async function openDiff(
  conversation: Conversation,
  question: Question,
  documents: Pick<ReadOnlyDocuments, 'putText'>,
): Promise<void> {
  if (isHidden(question.turn)) return;
  const sides = answersTo(question)
    .filter(isAnswered)
    .map(
      (answer): Side => ({
        id: answer.id,
        name: cleanText(answerName(conversation, answer), 60),
        text: answer.text,
      }),
    );
  const [left, right] = sides.length > 2 ? await pickPair(sides) : sides;
  if (!left || !right) return;
  const uriOf = ({ id, name, text }: Side) => documents.putText(id, `${name}.md`, text);
  const title = t('{0} ↔ {1}', left.name, right.name);
  await vscode.commands.executeCommand('vscode.diff', uriOf(left), uriOf(right), title, { preview: true });
}

async function pickPair(sides: readonly Side[]): Promise<readonly Side[]> {
  const pairs = sides.flatMap((left, at) => sides.slice(at + 1).map((right) => [left, right] as const));
  const items = pairs.map((pair) => ({
    label: t('{0} ↔ {1}', pair[0].name, pair[1].name),
    pair,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Open Diff'),
    placeHolder: t('Which two answers?'),
  });
  return picked?.pair ?? [];
}
