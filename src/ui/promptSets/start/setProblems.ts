import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import type { SetProblem } from '../../../core/promptSets/file/setProblem.ts';
import { plural, t } from '../../shared/text/t.ts';

/** What is wrong, in the display language. What it quotes of the file is cleaned. */
export function problemText({ said: [text, ...values] }: SetProblem): string {
  const cleaned = values.map((one) => (typeof one === 'string' ? cleanText(one, 100) : one));
  return t(...([text, ...cleaned] as const));
}

export function problemRange({ line, column }: SetProblem): vscode.Range {
  // To the line's end: VS Code takes no more than there is.
  return new vscode.Range(line - 1, (column ?? 1) - 1, line - 1, 2 ** 31 - 1);
}

/** How many rows a set loses. */
export function leftOut(problems: readonly SetProblem[]): number {
  return problems.reduce((sum, { isNote, count = 1 }) => (isNote ? sum : sum + count), 0);
}

export function leftOutText(count: number): string {
  return plural(count, '1 row is left out', '{0} rows are left out');
}

export function promptsText(count: number): string {
  return plural(count, '1 prompt', '{0} prompts');
}

/** Opens the set where something is wrong with it. */
export async function showProblem(uri: vscode.Uri, problem: SetProblem): Promise<void> {
  const { start } = problemRange(problem);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(start, start) });
}
