import type { ChatRequest } from './chatRequest.ts';
import type { FaultOf } from './faults/serviceFault.ts';
import { splitTokens } from './tokens.ts';

interface ToolCallDelta {
  index: number;
  id?: string;
  type?: 'function';
  function: { name?: string; arguments: string };
}

/** What one chunk of a stream adds, as sent. */
export interface Delta {
  content?: string;
  reasoning_content?: string;
  reasoning?: string;
  tool_calls?: ToolCallDelta[];
}

/** A whole answer, cut into the chunks of a stream. */
export interface Completion {
  deltas: Delta[];
  finishReason: 'stop' | 'length' | 'tool_calls';
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | undefined;
}

/** What faults ask of an answer. */
export interface CompletionWishes {
  reasoning?: FaultOf<'reasoning'> | undefined;
  toolCalls?: FaultOf<'toolCalls'> | undefined;
  lengthAfter?: FaultOf<'lengthAfter'> | undefined;
  withoutUsage?: boolean;
}

export function composeCompletion(request: ChatRequest, text: string, wishes: CompletionWishes): Completion {
  const { reasoning, toolCalls, lengthAfter } = wishes;
  const content = splitTokens(cutAtStop(text, request.stop)).map((token) => ({ content: token }));
  const all = [...reasoningDeltas(reasoning), ...content, ...toolCallDeltas(toolCalls)];
  const deltas = all.slice(0, Math.min(request.maxTokens, lengthAfter?.tokens ?? Number.POSITIVE_INFINITY));
  const isCut = lengthAfter !== undefined || deltas.length < all.length;
  return {
    deltas,
    finishReason: isCut ? 'length' : toolCalls ? 'tool_calls' : 'stop',
    usage: wishes.withoutUsage
      ? undefined
      : {
          prompt_tokens: request.promptTokens,
          completion_tokens: deltas.length,
          total_tokens: request.promptTokens + deltas.length,
        },
  };
}

/** Returns the `message` of an unstreamed completion. */
export function joinDeltas(deltas: readonly Delta[]): Record<string, unknown> {
  const message: Record<string, unknown> = { role: 'assistant', content: null };
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];
  for (const delta of deltas) {
    for (const field of ['content', 'reasoning_content', 'reasoning'] as const) {
      if (delta[field] !== undefined) message[field] = `${message[field] ?? ''}${delta[field]}`;
    }
    for (const { index, id = '', function: part } of delta.tool_calls ?? []) {
      const call = calls[index];
      if (call) call.function.arguments += part.arguments;
      else
        calls[index] = {
          id,
          type: 'function',
          function: { name: part.name ?? '', arguments: part.arguments },
        };
    }
  }
  return calls.length === 0 ? message : { ...message, tool_calls: calls };
}

function cutAtStop(text: string, stop: readonly string[]): string {
  const ends = stop.map((word) => text.indexOf(word)).filter((at) => at >= 0);
  return text.slice(0, Math.min(text.length, ...ends));
}

function reasoningDeltas(wish: FaultOf<'reasoning'> | undefined): Delta[] {
  if (wish === undefined) return [];
  const tokens = splitTokens(wish.text);
  if (wish.as === 'loneEnd') return [...tokens, '</think>', '\n\n'].map((token) => ({ content: token }));
  if (wish.as !== 'think') return tokens.map((token) => ({ [wish.as]: token }));
  return ['<think>', ...tokens, '</think>', '\n\n'].map((token) => ({ content: token }));
}

function toolCallDeltas(wish: FaultOf<'toolCalls'> | undefined): Delta[] {
  return (wish?.calls ?? []).flatMap((call, index): Delta[] => {
    const head = { index, id: call.id ?? `call_${index}`, type: 'function' as const };
    // Cut small, as real servers do: the client must join the arguments.
    const parts = call.arguments.match(/[\s\S]{1,8}/gu) ?? [];
    return [
      { tool_calls: [{ ...head, function: { name: call.name, arguments: '' } }] },
      ...parts.map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
    ];
  });
}
