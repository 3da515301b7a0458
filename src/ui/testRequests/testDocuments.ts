import type { Connection } from '../../core/connections/connection.ts';
import { type TestAnswer, testMaxTokens, testPrompt } from '../../core/testRequests/testRequest.ts';
import type { TestResult } from '../../core/testRequests/testRun.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { resultRow, shortName, timesText } from './testText.ts';

// Documents about test requests, as plain text.

function askedText(): string {
  return [
    t('Asked: “{0}”', testPrompt),
    t('Temperature 0, at most {0} tokens, so most answers are cut short.', testMaxTokens),
  ].join('\n');
}

/** The answers of one test, one after the other. */
export function answersText({ answer, base }: TestResult): string {
  const parts = [answer, base].flatMap((one) => (one ? [partText(one)] : []));
  return [askedText(), ...parts, ''].join('\n\n');
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
