import { isObject } from '../../base/json.ts';
import type { TokenLogprob } from '../types.ts';
import type { AnswerBuilder } from './answerBuilder.ts';
import type { ToolCallPart } from './toolCalls.ts';

type Json = Record<string, unknown>;

/**
 * Reads one chunk of a stream or a whole completion; they differ only in `delta` and `message`. Never throws, as services
 * send all sorts of chunks: without choices, with null content, with only a role. False if it holds no part of an answer.
 */
export function readChatJson(json: unknown, into: AnswerBuilder): boolean {
  if (!isObject(json)) return false;
  const { choices, usage } = json;
  if (isObject(usage)) readUsage(usage, into);
  if (!Array.isArray(choices)) return false;
  // Usually there is one; checking it first is cheaper than a search.
  const choice = isFirstChoice(choices[0]) ? choices[0] : choices.find(isFirstChoice);
  if (choice !== undefined) readChoice(choice, into);
  return choice !== undefined;
}

/** Returns the tokens of a chunk or a completion with their logprobs, for a request that has `logprobs`. Never throws. */
export function readLogprobs(json: unknown): TokenLogprob[] {
  const choices = isObject(json) && Array.isArray(json.choices) ? json.choices : [];
  const choice = choices.find(isFirstChoice);
  const told = choice && isObject(choice.logprobs) ? choice.logprobs.content : undefined;
  return (Array.isArray(told) ? told : []).flatMap((one) =>
    isObject(one) && typeof one.token === 'string' && typeof one.logprob === 'number'
      ? { token: one.token, logprob: one.logprob }
      : [],
  );
}

// We ask for one answer; if more come, we show the first. Some serializers write numbers as text.
function isFirstChoice(choice: unknown): choice is Json {
  if (!isObject(choice)) return false;
  const { index } = choice;
  return index === undefined || index === null || index === 0 || index === '0';
}

function readChoice(choice: Json, into: AnswerBuilder): void {
  // Text completions have only `text`, and some gateways send a bare string.
  const delta = choice.delta ?? choice.message ?? choice.text;
  if (isObject(delta)) readDelta(delta, into);
  else say(into, 'text', delta);
  if (isFilled(choice.finish_reason) && !noReason.test(choice.finish_reason))
    into.finish(choice.finish_reason);
}

// As DashScope and some gateways write null, in each chunk before the last.
const noReason = /^(?:null|none)$/i;

function readDelta(delta: Json, into: AnswerBuilder): void {
  const { content, refusal, reasoning_content, reasoning, tool_calls } = delta;
  // Some services send both, with the same words.
  say(into, 'reasoning', isFilled(reasoning_content) ? reasoning_content : reasoning);
  if (typeof content === 'string') say(into, 'text', content);
  else for (const part of [content].flat()) readPart(part, into);
  // A model that declines says so here, with no content.
  say(into, 'text', refusal);
  if (!Array.isArray(tool_calls)) return;
  for (const call of tool_calls) if (isObject(call)) into.addToolCall(readToolCall(call));
}

function isFilled(text: unknown): text is string {
  return typeof text === 'string' && text !== '';
}

function say(into: AnswerBuilder, type: 'text' | 'reasoning', text: unknown): void {
  if (isFilled(text)) into.add(type, text);
}

// `{type: 'text', text}`, Mistral's `{type: 'thinking', thinking: [{type: 'text', text}]}`, or Anthropic's with `thinking` as a text.
function readPart(part: unknown, into: AnswerBuilder): void {
  if (!isObject(part)) return;
  say(into, 'text', part.text);
  for (const thought of [part.thinking].flat())
    say(into, 'reasoning', isObject(thought) ? thought.text : thought);
}

function readToolCall(call: Json): ToolCallPart {
  const { index, id } = call;
  // Some serializers write numbers as text.
  const number = typeof index === 'string' && index !== '' ? Number(index) : index;
  const { name, arguments: given } = isObject(call.function) ? call.function : {};
  return {
    index: typeof number === 'number' && Number.isInteger(number) ? number : undefined,
    id: isFilled(id) || typeof id === 'number' ? String(id) : undefined,
    name: isFilled(name) ? name : undefined,
    // Some services send the arguments as an object.
    arguments: typeof given === 'string' ? given : isObject(given) ? writeJson(given) : undefined,
  };
}

function writeJson(json: Json): string | undefined {
  try {
    return JSON.stringify(json);
  } catch {
    // Nested too deep: JSON.parse can read it, JSON.stringify can't write it, and no model means it.
    return undefined;
  }
}

function readUsage(usage: Json, into: AnswerBuilder): void {
  const completionTokens = count(usage.completion_tokens);
  if (completionTokens === undefined) return;
  const total = count(usage.total_tokens);
  const promptTokens = count(usage.prompt_tokens) ?? Math.max(0, (total ?? 0) - completionTokens);
  into.setUsage({ promptTokens, completionTokens, totalTokens: total ?? promptTokens + completionTokens });
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}
