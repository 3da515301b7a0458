import type { ToolCall } from '../../../api/types.ts';
import { isObject, parsedJson } from '../../../base/json.ts';
import type { CallError } from '../prompt.ts';

/** Returns the tools that should be called, as promptfoo reads them; `undefined` if there are none. */
export function wantedTools(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.map(String) : undefined;
  return typeof value === 'string' && value.trim() !== ''
    ? value.split(',').map((one) => one.trim())
    : undefined;
}

/**
 * Returns how well the tools that were called are those that should be, from 0 to 1: F1 of their names, however often each is called.
 * Source: promptfoo 0.121, `handleToolCallF1`.
 */
export function toolCallF1(
  value: unknown,
  { answer, calls }: { answer: string; calls: readonly ToolCall[] },
): { score: number; why: string; callError: CallError } {
  const wanted = new Set(wantedTools(value));
  const called = new Set(calls.length > 0 ? calls.map(({ name }) => name) : namesIn(answer));
  const both = [...wanted].filter((name) => called.has(name)).length;
  const [precision, recall] = [both / (called.size || 1), both / (wanted.size || 1)];
  const score = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  const why = `F1 ${score.toFixed(2)}, called: ${[...called].join(', ') || 'none'}`;
  return { score, why, callError: called.size === 0 ? 'noCall' : 'wrongTool' };
}

/** Returns the names of calls in a text, which has the JSON of an API's answer as a whole or in lines of its own. */
function namesIn(text: string): string[] {
  const whole = parsedJson(text);
  if (typeof whole === 'string') return namesIn(whole);
  const values =
    whole === undefined
      ? text.split('\n').flatMap((line) => (/^\s*[{[]/u.test(line) ? [parsedJson(line.trim())] : []))
      : [whole];
  return values.flatMap(namesOf).filter((name) => typeof name === 'string');
}

/** Those of OpenAI, Anthropic, Google, and Google Live; of a list, also what has only a name. */
function namesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.map((one) => ownName(one) ?? at(one, 'name'));
  const calls = at(value, 'tool_calls');
  if (Array.isArray(calls)) return calls.flatMap((one) => [at(at(one, 'function'), 'name'), at(one, 'name')]);
  if (at(value, 'type') === 'tool_use' && typeof at(value, 'name') === 'string') return [at(value, 'name')];
  const functionCall = at(value, 'functionCall');
  if (isObject(functionCall)) return [at(functionCall, 'name')];
  const live = at(at(value, 'toolCall'), 'functionCalls');
  return Array.isArray(live) ? live.map((one) => at(one, 'name')) : [];
}

/** Returns the name of what wraps a call, whatever that is; `undefined` if nothing does. */
function ownName(value: unknown): unknown {
  if (at(value, 'type') === 'tool_use' && typeof at(value, 'name') === 'string') return at(value, 'name');
  const inner = [at(value, 'functionCall'), at(value, 'function')].find(isObject);
  return inner && (at(inner, 'name') ?? null);
}

function at(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
