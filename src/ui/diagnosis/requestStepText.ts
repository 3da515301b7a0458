import * as vscode from 'vscode';
import type { AnswerFacts } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { ChatFacts, FailureFacts, ReadFacts } from '../../core/diagnosis/diagnosis.ts';

type Redact = (words: string) => string;

export function readStepLines(
  { answer, count, skipped, bytes, retries, error }: ReadFacts,
  redact: Redact,
): string[] {
  const lines = [...answerLines(answer, error, redact)];
  const size = bytes === undefined ? [] : [sizeText(bytes)];
  const entries = count === undefined ? [] : [vscode.l10n.t('entries: {0}', count)];
  if (size.length + entries.length > 0) lines.push([...entries, ...size].join(', '));
  if (skipped > 0) lines.push(vscode.l10n.t('entries that could not be read: {0}', skipped));
  return [...lines, ...retryLines(retries)];
}

export function chatStepLines(facts: ChatFacts, redact: Redact): string[] {
  const { model, answer, error, pieces, refusedFields, hasReasoning, retries } = facts;
  const lines = [cleanText(model), ...answerLines(answer, error, redact)];
  if (pieces > 0) lines.push(pieceText(facts), firstText(facts));
  if (error === undefined) lines.push(usageText(facts), endText(facts, redact));
  if (hasReasoning) lines.push(vscode.l10n.t('with reasoning'));
  if (refusedFields.length > 0) {
    lines.push(vscode.l10n.t('fields it refused: {0}', refusedFields.join(', ')));
  }
  return [...lines, ...retryLines(retries)];
}

/** "200, headers after 12 ms, undici, req-000012", or the failure. */
function answerLines(
  answer: AnswerFacts | undefined,
  error: FailureFacts | undefined,
  redact: Redact,
): string[] {
  const id = answer?.requestId ?? error?.requestId;
  const parts: string[] = [];
  const status = answer?.status ?? error?.status;
  if (status !== undefined) parts.push(String(status));
  if (answer) {
    parts.push(vscode.l10n.t('headers after {0} ms', Math.round(answer.headersMs)));
    if (answer.way) parts.push(answer.way === 'undici' ? 'undici' : vscode.l10n.t("VS Code's fetch"));
  }
  if (id) parts.push(redact(id));
  const lines = parts.length > 0 ? [parts.join(', ')] : [];
  if (!error) return lines;
  // A status already tells the kind.
  const kind = status === undefined ? [error.kind] : [];
  const code = error.code === undefined ? [] : [redact(error.code)];
  if (kind.length + code.length > 0) lines.push([...kind, ...code].join(', '));
  if (error.serverMessage) lines.push(`“${redact(error.serverMessage)}”`);
  return lines;
}

function retryLines(retries: number): string[] {
  return retries > 0 ? [vscode.l10n.t('tried again: {0}', retries)] : [];
}

function sizeText(bytes: number): string {
  if (bytes === 1) return vscode.l10n.t('1 byte');
  return bytes < 1024 ? vscode.l10n.t('{0} bytes', bytes) : vscode.l10n.t('{0} KB', Math.round(bytes / 1024));
}

function pieceText({ form, pieces }: ChatFacts): string {
  switch (form) {
    case 'json':
      return vscode.l10n.t('not streamed: one JSON answer');
    case 'stream':
      return vscode.l10n.t('streamed in {0} pieces', pieces);
    default:
      return vscode.l10n.t('streamed, but it all came at once');
  }
}

function firstText({ firstMs = 0 }: ChatFacts): string {
  return vscode.l10n.t('first token after {0} ms', firstMs);
}

function usageText({ usage }: ChatFacts): string {
  if (!usage) return vscode.l10n.t('tokens: not given');
  return vscode.l10n.t('tokens: {0} sent, {1} answered', usage.promptTokens, usage.completionTokens);
}

function endText({ isComplete, finishReason }: ChatFacts, redact: Redact): string {
  if (!isComplete) return vscode.l10n.t('cut off: the answer has no end');
  return finishReason === undefined
    ? vscode.l10n.t('ended by [DONE]')
    : vscode.l10n.t('ended by {0}', redact(cleanText(finishReason, 40)));
}
