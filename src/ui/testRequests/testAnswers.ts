import * as vscode from 'vscode';
import { type TestAnswer, testMaxTokens, testPrompt } from '../../core/testRequests/testRequest.ts';
import type { TestResult } from '../../core/testRequests/testRun.ts';
import { shortName, timesText } from './testText.ts';

/** What was asked, for the documents about it. */
export function askedLines(): string[] {
  return [
    vscode.l10n.t('Asked: “{0}”', testPrompt),
    vscode.l10n.t('Temperature 0, at most {0} tokens, so most answers are cut short.', testMaxTokens),
  ];
}

/** The answers of one test side by side, as plain text. */
export function answersText({ answer, base }: TestResult): string {
  const parts = [answer, base].flatMap((one) => (one ? [partText(one)] : []));
  return [askedLines().join('\n'), ...parts, ''].join('\n\n');
}

function partText(answer: TestAnswer): string {
  const { text, reasoning } = answer;
  const lines = [`── ${shortName(answer.model)}\n   ${timesText(answer)}`];
  if (reasoning.trim() !== '') lines.push(vscode.l10n.t('Reasoning: {0}', reasoning.trim()));
  lines.push(text.trim() === '' ? vscode.l10n.t('(no text)') : text.trim());
  return lines.join('\n\n');
}
