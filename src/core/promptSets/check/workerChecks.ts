import { isDeepStrictEqual } from 'node:util';
import { parsedJson } from '../../../base/json.ts';
import type { CallError } from '../prompt.ts';
import { type Validate, validator } from './jsonSchema.ts';
import { toolCallF1 } from './toolCallF1.ts';
import { type AnsweredCalls, type CallCheck, runCallCheck } from './toolCalls.ts';

/** A check whose time a set or an answer decides. */
export type WorkerCheck = { answer: string } & (
  | { is: 'regex'; pattern: string }
  | { is: 'equals'; value: unknown }
  | { is: 'is-json' | 'contains-json'; schema: unknown }
  | (CallCheck & AnsweredCalls)
  | ({ is: 'tool-call-f1'; value: unknown } & AnsweredCalls)
);

export interface WorkerFinding {
  passed: boolean;
  /** What is wrong with the answer, or with the check itself. */
  why?: string;
  /** The check itself can't be applied, so that `not-` doesn't turn its outcome either. */
  isUnusable?: true;
  callError?: CallError;
  /** From 0 to 1, of a check that passes from some score on. */
  score?: number;
}

/** May take any time: call it only in a worker that can be ended. */
export function runWorkerCheck(check: WorkerCheck): WorkerFinding {
  try {
    if (check.is === 'regex') return { passed: new RegExp(check.pattern).test(check.answer) };
    if (check.is === 'tool-call' || check.is === 'is-valid-openai-tools-call') return runCallCheck(check);
    if (check.is === 'equals') return { passed: isDeepStrictEqual(check.value, parsedJson(check.answer)) };
    if (check.is === 'tool-call-f1') return { passed: false, ...toolCallF1(check.value, check) };
    const validate = validator(check.schema);
    return check.is === 'is-json' ? isJson(check.answer, validate) : containsJson(check.answer, validate);
  } catch (error) {
    return { passed: false, why: error instanceof Error ? error.message : String(error), isUnusable: true };
  }
}

function isJson(answer: string, validate: Validate): WorkerFinding {
  const value = parsedJson(answer);
  return value === undefined ? { passed: false, why: 'not JSON' } : validate(value);
}

/** Passes if an object somewhere in the answer does, in a code block for instance. */
function containsJson(answer: string, validate: Validate): WorkerFinding {
  let why = 'no JSON object';
  for (let start = answer.indexOf('{'); start >= 0; start = answer.indexOf('{', start + 1)) {
    const end = objectEnd(answer, start);
    if (end === undefined) continue;
    const value = parsedJson(answer.slice(start, end));
    if (value === undefined) continue;
    const finding = validate(value);
    if (finding.passed) return finding;
    why = finding.why ?? why;
    start = end - 1;
  }
  return { passed: false, why };
}

/** Returns the index after the brace that closes the one at `start`. */
function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
