import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import {
  compareAnswers,
  isAtZero,
  isComparable,
  type TestAnswer,
  testMaxTokens,
  testPrompt,
  verdictOf,
} from '../../core/testRequests/testRequest.ts';
import type { TestResult } from '../../core/testRequests/testRun.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { secondsText } from '../shared/text/unitText.ts';

export function shortName(name: string): string {
  return cleanText(name, 80);
}

/** What a test request found, in sentences: how the model answered, and how that compares with its base, or why it did not. */
interface ResultRow {
  outcome: string;
  /** Empty if there is nothing to say. */
  remark: string;
}

/** Returns what is said of one model, and the same in a summary of several. */
export function resultRow(result: TestResult, connection: Connection): ResultRow {
  const { answer, model } = result;
  const name = shortName(model.name);
  switch (verdictOf(answer)) {
    case 'answers':
      return { outcome: answeredText(result), remark: comparisonText(result, connection) };
    case 'cut':
      return {
        outcome: t('{0} started to answer, but was cut off.', name),
        remark: t('The connection closed.'),
      };
    case 'silent':
    case 'refused':
      return { outcome: didNotAnswerText(result), remark: answer ? noAnswerText(answer, connection) : '' };
    case 'stopped':
      return { outcome: t('{0} was stopped.', name), remark: '' };
    case 'notAsked':
      return { outcome: t('{0} was not asked.', name), remark: '' };
  }
}

export function didNotAnswerText({ model }: TestResult): string {
  return t('{0} did not answer.', shortName(model.name));
}

/** Why there is no answer, in full sentences. */
export function noAnswerText({ error, name }: TestAnswer, connection: Connection): string {
  if (!error) return t('The connection closed before the first word.');
  const { text, detail } = errorText(error, connection, shortName(name));
  return [text, detail === undefined ? '' : cleanText(detail, 300)].filter((part) => part).join(' ');
}

/** "0.42 s (0.20 s to first token, first request)", worded like the chat's figures. */
function timesText({ figures }: TestAnswer): string {
  const { durationMs, ttftMs, isFirstRequest } = figures;
  const notes: string[] = [];
  if (ttftMs !== undefined) notes.push(t('{0} to first token', secondsText(ttftMs)));
  if (isFirstRequest) notes.push(t('first request'));
  return notes.length > 0 ? `${secondsText(durationMs)} (${notes.join(', ')})` : secondsText(durationMs);
}

function answeredText({ answer, model }: TestResult): string {
  if (!answer) return '';
  const [name, times] = [shortName(model.name), timesText(answer)];
  if (answer.text.trim() !== '') return t('{0} answered in {1}.', name, times);
  return answer.reasoning.trim() === ''
    ? t('{0} answered in {1}, but with no text.', name, times)
    : t('{0} answered in {1}, so far only with reasoning.', name, times);
}

/** How a LoRA's answer compares with its base model's. */
function comparisonText({ model, answer, base }: TestResult, connection: Connection): string {
  if (!answer || !isComparable(answer)) return '';
  if (model.kind === 'lora' && model.baseModelName === undefined) {
    return t('Its base model is not known, so nothing was compared.');
  }
  if (!base) return '';
  const name = shortName(base.name);
  switch (compareAnswers(answer, base)) {
    case 'same':
      return t("Its answer is the same as {0}'s. This can mean that the adapter is not applied.", name);
    case 'different':
      return isAtZero(answer, base)
        ? t("Its answer differs from {0}'s.", name)
        : t(
            "Its answer differs from {0}'s, which may be chance: {1} doesn't accept `temperature`.",
            name,
            connection.name,
          );
    case undefined:
      return noComparisonText(base, connection);
  }
}

function noComparisonText(base: TestAnswer, connection: Connection): string {
  const name = shortName(base.name);
  switch (verdictOf(base)) {
    case 'stopped':
    case 'notAsked':
      return '';
    case 'answers':
    case 'cut':
      return t('Its base model {0} gave nothing to compare with.', name);
    default:
      return t('Its base model {0} did not answer: {1}', name, noAnswerText(base, connection));
  }
}

// Documents about test requests, as plain text.

function askedText(): string {
  return [
    t('Asked: “{0}”', testPrompt),
    t('Temperature 0 and at most {0} tokens, so most answers are cut off.', testMaxTokens),
  ].join('\n');
}

/** What one test found, and the answers one after the other. */
export function resultText(result: TestResult, connection: Connection): string {
  const { outcome, remark } = resultRow(result, connection);
  const parts = [result.answer, result.base].flatMap((one) => (one ? [partText(one)] : []));
  return [`${outcome} ${remark}`.trimEnd(), askedText(), ...parts, ''].join('\n\n');
}

function partText(answer: TestAnswer): string {
  const { text, reasoning } = answer;
  const lines = [`── ${shortName(answer.name)}\n   ${timesText(answer)}`];
  if (reasoning.trim() !== '') lines.push(t('Reasoning: {0}', reasoning.trim()));
  lines.push(text.trim() === '' ? t('(no text)') : text.trim());
  return lines.join('\n\n');
}

/** What is said of each model of a run, by connection. The remark is on a line of its own, so that windows show it whole. */
export function summaryText(
  results: readonly TestResult[],
  connections: readonly Connection[],
  at: number,
): string {
  const tables = connections.map((connection) => {
    const own = results.filter(({ model }) => model.connectionId === connection.id);
    return [placeName(connection), '', ...own.map((result) => rowText(result, connection))].join('\n');
  });
  return `${[absoluteTime(at), ...tables, askedText()].join('\n\n')}\n`;
}

function rowText(result: TestResult, connection: Connection): string {
  const { outcome, remark } = resultRow(result, connection);
  return remark === '' ? outcome : `${outcome}\n    ${remark}`;
}
