import { isRecord } from './faults/serviceFaultList.ts';
import { countTokens } from './tokens.ts';

/** What the service reads of a chat request: the spec's fields (4.1) and OpenAI's that change the answer. */
export interface ChatRequest {
  model: string;
  /** Text of the last user message, or else of the last message. */
  prompt: string;
  promptTokens: number;
  isStream: boolean;
  includesUsage: boolean;
  maxTokens: number;
  stop: string[];
}

/** Roles and separators cost tokens too. */
const tokensPerMessage = 4;

/** Reads the request, or returns what is wrong with it and the field it is about. */
export function readChatRequest(
  json: Record<string, unknown>,
): ChatRequest | { message: string; param: string } {
  const { model, messages, n, stream_options: streamOptions } = json;
  // OpenAI's clients send null for what is not set.
  const temperature = json['temperature'] ?? undefined;
  if (typeof model !== 'string' || model === '') return wrong('model', 'a model name');
  if (!Array.isArray(messages) || messages.length === 0) return wrong('messages', 'a list of messages');
  const turns = messages.map(readMessage);
  if (!turns.every((turn) => turn !== undefined))
    return wrong('messages', 'messages with a role and content');
  if (temperature !== undefined && typeof temperature !== 'number') return wrong('temperature', 'a number');
  if (![undefined, null, 1].includes(n as number | null | undefined))
    return { message: "'n' must be 1: this service gives one answer a request.", param: 'n' };
  const maxTokens = json['max_tokens'] ?? json['max_completion_tokens'] ?? Number.POSITIVE_INFINITY;
  if (typeof maxTokens !== 'number' || maxTokens < 1) return wrong('max_tokens', 'a number of at least 1');
  const prompt = turns.findLast((turn) => turn.role === 'user') ?? turns.at(-1);
  return {
    model,
    prompt: prompt?.text ?? '',
    promptTokens: turns.reduce((sum, turn) => sum + countTokens(turn.text) + tokensPerMessage, 0),
    isStream: json['stream'] === true,
    includesUsage: isRecord(streamOptions) && streamOptions['include_usage'] === true,
    maxTokens,
    stop: [json['stop']].flat().filter((text): text is string => typeof text === 'string' && text !== ''),
  };
}

function wrong(param: string, expected: string): { message: string; param: string } {
  return { message: `'${param}' must be ${expected}.`, param };
}

function readMessage(message: unknown): { role: string; text: string } | undefined {
  if (!isRecord(message) || typeof message['role'] !== 'string') return undefined;
  const text = readContent(message['content']);
  // An assistant turn that only calls tools has no content.
  if (text === undefined && message['tool_calls'] === undefined) return undefined;
  return { role: message['role'], text: text ?? '' };
}

function readContent(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content.map((part) => (isRecord(part) ? String(part['text'] ?? '') : '')).join('');
}
