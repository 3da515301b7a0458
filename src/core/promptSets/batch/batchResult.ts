import type { BatchAnswer } from '../../../api/chat/batchWire.ts';
import { defined } from '../../../base/defined.ts';
import { cleanText } from '../../cleanText.ts';
import { estimatedTokens, type Metrics } from '../../exchange/exchangeFields.ts';
import type { KeptError } from '../../keptError.ts';
import { textWithCalls } from '../../messageContent.ts';
import { answerDigests } from '../digests.ts';
import type { RunFile } from '../run/runFile.ts';
import { batchWay, type NewRunLine, type RunCell } from '../run/runRecord.ts';

/** Returns the line that records a batch's result. */
export function batchResult(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  cell: RunCell & { attempt: number },
  answer: BatchAnswer,
): Extract<NewRunLine, { is: 'result' }> {
  const { text = '', toolCalls, reasoning = '', finishReason, requestId, failure } = answer;
  const { systemPrompt: _asked, ...settings } = run.settings;
  const isCut = finishReason === 'length';
  return {
    is: 'result',
    ...cell,
    at: Date.now(),
    state: failure ? 'failed' : isCut ? 'limit' : 'complete',
    text,
    reasoning,
    figures: figuresOf(answer),
    settings,
    sent: { way: batchWay, ...defined({ status: failure?.status, requestId }) },
    ...defined({
      toolCalls,
      finishReason,
      error: failure && keptFailure(failure),
      answeredBy: otherModel({ run, index }, cell, answer),
    }),
  };
}

/** Returns the digest that an index keeps of a result's text: two results with the same one say the same. */
export function answerDigest(answer: BatchAnswer): number {
  return answerDigests(answer).digest;
}

/** Returns the model that answered, if it is another than the one that was asked: by its name, or by the one in the request. */
export function otherModel(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  cell: RunCell,
  { model }: BatchAnswer,
): string | undefined {
  const names = [run.models[cell.model]?.name, index.exported?.wireNames[cell.model]];
  return model === undefined || names.includes(model) ? undefined : cleanText(model);
}

function figuresOf({ text = '', toolCalls, reasoning = '', usage, failure }: BatchAnswer): Metrics {
  if (failure) return { durationMs: 0 };
  const tokens = usage
    ? { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens }
    : estimatedTokens(textWithCalls({ text, toolCalls }).length + reasoning.length);
  return { durationMs: 0, ...tokens };
}

function keptFailure({ kind, status, message }: NonNullable<BatchAnswer['failure']>): KeptError {
  return defined({ kind, status, serverMessage: message });
}
