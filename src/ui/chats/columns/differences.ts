import * as vscode from 'vscode';
import type { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import { comparableQuestion } from '../../../core/chats/columns/questions.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import type { HiddenNames } from './hiddenNames.ts';

interface Side {
  columnId: string;
  name: string;
  text: string;
}

/** *Show differences*: the answers to the last question in VS Code's diff editor; of more than two, the user chooses which. */
export async function showDifferences(
  compare: CompareSession,
  names: HiddenNames,
  documents: Pick<ReadOnlyDocuments, 'putText'>,
): Promise<void> {
  const question = comparableQuestion(compare.chat.conversation);
  const sides = compare.comparison.columns.flatMap(({ id }): Side[] => {
    const answer = question?.answers.get(id);
    return answer ? [{ columnId: id, name: names.giverOf(answer), text: answer.text }] : [];
  });
  const [left, right] = sides.length > 2 ? await pickPair(sides) : sides;
  if (!left || !right || !question) return;
  const uriOf = ({ columnId, name, text }: Side) =>
    // A language of its own would colour the Markdown and hide what differs.
    documents.putText(`${question.ask} ${columnId}`, `${name}.txt`, text);
  const title = vscode.l10n.t('{0} ↔ {1}', cleanText(left.name, 60), cleanText(right.name, 60));
  await vscode.commands.executeCommand('vscode.diff', uriOf(left), uriOf(right), title, { preview: true });
}

async function pickPair(sides: readonly Side[]): Promise<readonly Side[]> {
  const pairs = sides.flatMap((left, at) => sides.slice(at + 1).map((right) => [left, right] as const));
  const items = pairs.map((pair) => ({
    label: vscode.l10n.t('{0} ↔ {1}', cleanText(pair[0].name, 60), cleanText(pair[1].name, 60)),
    pair,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Show Differences'),
    placeHolder: vscode.l10n.t('Which two answers?'),
  });
  return picked?.pair ?? [];
}
