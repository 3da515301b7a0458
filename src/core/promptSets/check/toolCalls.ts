import { isDeepStrictEqual } from 'node:util';
import type { ToolCall } from '../../../api/types.ts';
import { isObject, parsedJson } from '../../../base/json.ts';
import type { CallError } from '../prompt.ts';
import { callsIn, type TextCall } from './callsInText.ts';
import { type Validate, validator } from './jsonSchema.ts';
import { type WantedCall, wantedCalls } from './wantedCalls.ts';

/** What an answer says that a check of calls looks at. */
export interface AnsweredCalls {
  answer: string;
  calls: readonly ToolCall[];
}

export type CallCheck =
  | { is: 'tool-call'; value: unknown }
  | { is: 'is-valid-openai-tools-call'; tools: unknown };

interface Fault {
  callError: CallError;
  why: string;
}

export function runCallCheck(check: CallCheck & AnsweredCalls): { passed: boolean } & Partial<Fault> {
  const { answer, calls } = check;
  const fault =
    check.is === 'tool-call'
      ? callsFault(wantedCalls(check.value) ?? [], calls.length > 0 ? calls : callsIn(answer))
      : invalidCall(calls, check.tools);
  return { passed: fault === undefined, ...fault };
}

/** Returns what is wrong with calls that should be just the wanted ones, in any order. */
function callsFault(wanted: readonly WantedCall[], calls: readonly TextCall[]): Fault | undefined {
  if (calls.length === 0) return noCall;
  const validates = wanted.map((one) => (one.match === 'schema' ? validator(one.arguments) : undefined));
  const faults = wanted.map((one, at) => calls.map((call) => callFault(one, call, validates[at])));
  // Which call is taken for which wanted one: as many as can be (augmenting paths).
  const takenBy = new Map<number, number>();
  const take = (one: number, seen: Set<number>): boolean =>
    calls.some((_, call) => {
      if (faults[one]?.[call] || seen.has(call)) return false;
      seen.add(call);
      const before = takenBy.get(call);
      if (before !== undefined && !take(before, seen)) return false;
      takenBy.set(call, one);
      return true;
    });
  const missed = wanted.findIndex((_, one) => !take(one, new Set()));
  if (missed >= 0) {
    const found = (faults[missed] ?? []).filter((fault, call) => fault && !takenBy.has(call));
    return found.find((fault) => fault?.callError !== 'wrongTool') ?? found[0] ?? tooFew;
  }
  const further = calls.find((_, call) => !takenBy.has(call));
  return further && { callError: 'wrongTool', why: `“${further.name}” was called, too` };
}

const noCall: Fault = { callError: 'noCall', why: 'no call' };
const tooFew: Fault = { callError: 'noCall', why: 'too few calls' };

function callFault(wanted: WantedCall, call: TextCall, validate?: Validate): Fault | undefined {
  // A call whose JSON is broken may name no tool.
  if (call.name !== wanted.name && call.name !== '')
    return { callError: 'wrongTool', why: `“${call.name}” was called` };
  const given = call.arguments.trim() === '' ? {} : parsedJson(call.arguments);
  if (!isObject(given) || call.name === '') return brokenJson;
  if (wanted.arguments === undefined) return undefined;
  if (validate) return schemaFault(given, validate);
  return argumentsFault(wanted.arguments, given, wanted.match === 'exact');
}

const brokenJson: Fault = { callError: 'brokenJson', why: 'the arguments are not a JSON object' };

function argumentsFault(
  wanted: object | boolean,
  given: Record<string, unknown>,
  isExact: boolean,
): Fault | undefined {
  const entries = Object.entries(wanted);
  const missing = entries.find(([name]) => !Object.hasOwn(given, name));
  if (missing) return { callError: 'missingArgument', why: `no argument “${missing[0]}”` };
  const further = Object.keys(given).find((name) => !Object.hasOwn(wanted as Record<string, unknown>, name));
  if (isExact && further !== undefined)
    return { callError: 'extraArgument', why: `argument “${further}” too many` };
  const wrong = entries.find(([name, value]) => !isSame(value, given[name], isExact));
  return wrong && { callError: 'wrongValue', why: `“${wrong[0]}” is ${JSON.stringify(given[wrong[0]])}` };
}

function isSame(wanted: unknown, given: unknown, isExact: boolean): boolean {
  if (isExact || !isObject(wanted) || !isObject(given)) return isDeepStrictEqual(wanted, given);
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(given, name) && isSame(value, given[name], false),
  );
}

function schemaFault(given: unknown, validate: Validate): Fault | undefined {
  const { passed, why = '', keywords = [] } = validate(given);
  if (passed) return undefined;
  const isExtra = ['additionalProperties', 'unevaluatedProperties'].some((one) => keywords.includes(one));
  const is = keywords.includes('required') ? 'missingArgument' : isExtra ? 'extraArgument' : 'wrongValue';
  return { callError: is, why };
}

/** As promptfoo 0.121 has it (`handleIsValidOpenAiToolsCall`): a call that is text is none, and a function needs parameters. */
function invalidCall(calls: readonly ToolCall[], tools: unknown): Fault | undefined {
  if (calls.length === 0) return noCall;
  const functions = (Array.isArray(tools) ? tools : []).flatMap((tool) =>
    isObject(tool) && tool['type'] === 'function' && isObject(tool['function']) ? [tool['function']] : [],
  );
  for (const { name, arguments: args } of calls) {
    const schema = functions.find((one) => one['name'] === name)?.['parameters'];
    if (!schema) return { callError: 'wrongTool', why: `no tool “${name}” with parameters` };
    const given = parsedJson(args);
    const fault = given === undefined ? brokenJson : schemaFault(given, validator(schema));
    if (fault) return fault;
  }
  return undefined;
}
