import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { TestAnswer } from '../../core/testRequests/testRequest.ts';
import type { TestResult } from '../../core/testRequests/testRun.ts';
import { compareAnswers, isAtZero, isComparable, verdictOf } from '../../core/testRequests/testVerdict.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { secondsText } from '../shared/text/secondsText.ts';

export function shortName(name: string): string {
  return cleanText(name, 80);
}

/** "0.42 s (0.20 s to first token, first request)", worded like the chat's figures. */
export function timesText({ figures }: TestAnswer): string {
  const { durationMs, ttftMs, isFirstRequest } = figures;
  const notes: string[] = [];
  if (ttftMs !== undefined) notes.push(vscode.l10n.t('{0} to first token', secondsText(ttftMs)));
  if (isFirstRequest) notes.push(vscode.l10n.t('first request'));
  return notes.length > 0 ? `${secondsText(durationMs)} (${notes.join(', ')})` : secondsText(durationMs);
}

/** Message about an answer that arrived, complete or partial. */
export function answeredText(answer: TestAnswer): string {
  const [name, times] = [shortName(answer.model), timesText(answer)];
  if (answer.text.trim() !== '') return vscode.l10n.t('{0} answered in {1}.', name, times);
  return answer.reasoning.trim() === ''
    ? vscode.l10n.t('{0} answered in {1}, but with no text.', name, times)
    : vscode.l10n.t('{0} answered in {1}, so far only with reasoning.', name, times);
}

/** Why there is no answer, in full sentences. */
export function reasonText({ error, model }: TestAnswer, connection: Connection): string {
  if (!error) return vscode.l10n.t('The connection closed before the first word.');
  const { text, detail } = errorText(error, connection, shortName(model));
  return [text, detail === undefined ? '' : cleanText(detail, 300)].filter((part) => part).join(' ');
}

export function sameAnswersText(isZero: boolean): string {
  return isZero
    ? vscode.l10n.t(
        'Both answers are the same. At temperature 0 this can mean that the adapter is not applied.',
      )
    : vscode.l10n.t('Both answers are the same. This can mean that the adapter is not applied.');
}

/** How a LoRA's answer compares with its base model's; `undefined` if there is nothing to say. */
export function comparisonText(
  { model, answer, base }: TestResult,
  connection: Connection,
): string | undefined {
  if (!answer || !isComparable(answer)) return undefined;
  if (model.kind === 'lora' && model.baseModelName === undefined) {
    return vscode.l10n.t('Its base model is not known, so nothing was compared.');
  }
  if (!base) return undefined;
  const name = shortName(base.model);
  const isZero = isAtZero(answer, base);
  switch (compareAnswers(answer, base)) {
    case 'same':
      return `${vscode.l10n.t('Its base model {0} was asked the same.', name)} ${sameAnswersText(isZero)}`;
    case 'different':
      return isZero
        ? vscode.l10n.t("Its answer differs from {0}'s.", name)
        : vscode.l10n.t(
            "Its answer differs from {0}'s, which may be chance: {1} does not take `temperature`.",
            name,
            connection.name,
          );
    case undefined:
      return noComparisonText(base, connection);
  }
}

function noComparisonText(base: TestAnswer, connection: Connection): string | undefined {
  const name = shortName(base.model);
  switch (verdictOf(base)) {
    case 'stopped':
    case 'notAsked':
      return undefined;
    case 'answers':
    case 'cut':
      return vscode.l10n.t('Its base model {0} gave nothing to compare with.', name);
    default:
      return vscode.l10n.t('Its base model {0} did not answer: {1}', name, reasonText(base, connection));
  }
}
