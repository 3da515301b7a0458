import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { parse } from 'yaml';

/** A check whose time a set decides. */
export type WorkerCheck = { answer: string } & (
  | { is: 'regex'; pattern: string }
  | { is: 'is-json' | 'contains-json'; schema: unknown }
);

export interface WorkerFinding {
  passed: boolean;
  /** What is wrong with the answer, or with the check itself. */
  why?: string;
  /** The check itself can't be applied, so that `not-` doesn't turn its outcome either. */
  isUnusable?: true;
}

/** May take any time: call it only in a worker that can be ended. */
export function runWorkerCheck(check: WorkerCheck): WorkerFinding {
  try {
    if (check.is === 'regex') return { passed: new RegExp(check.pattern).test(check.answer) };
    const validate = validator(check.schema);
    return check.is === 'is-json' ? isJson(check.answer, validate) : containsJson(check.answer, validate);
  } catch (error) {
    return { passed: false, why: error instanceof Error ? error.message : String(error), isUnusable: true };
  }
}

type Validate = (value: unknown) => WorkerFinding;

/** A schema may be a text, in YAML, which JSON is part of. */
function validator(given: unknown): Validate {
  if (given === undefined || given === null || given === '') return () => ({ passed: true });
  const schema: unknown = typeof given === 'string' ? parse(given, { maxAliasCount: 100 }) : given;
  if (typeof schema === 'boolean') return () => ({ passed: schema });
  if (typeof schema !== 'object' || schema === null) throw new TypeError('The schema is no object.');
  const { validate } = make(withNullable(schema) as Schema);
  return (value) => {
    const { valid, errors } = validate(value);
    // The first error only says that something within is wrong.
    const worst = errors.at(-1);
    return valid || !worst
      ? { passed: valid }
      : { passed: false, why: `${worst.instanceLocation}: ${worst.error}` };
  };
}

/** What stands there is data. */
const dataKeys = new Set(['const', 'default', 'enum', 'examples']);

/** OpenAPI's `nullable`, which promptfoo's validator knows, lets `null` pass for a type. */
function withNullable(schema: object): object {
  if (Array.isArray(schema)) return schema.map((one) => (isObject(one) ? withNullable(one) : one));
  const own: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      isObject(value) && !dataKeys.has(key) ? withNullable(value) : value,
    ]),
  );
  if (own['nullable'] === true && own['type'] !== undefined) own['type'] = [own['type'], 'null'].flat();
  return own;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function make(schema: Schema): Pick<Validator, 'validate'> {
  const validator = new Validator(schema, draftOf(schema.$schema));
  return { validate: (value) => validator.validate(value) };
}

function draftOf(address: unknown): SchemaDraft {
  const text = typeof address === 'string' ? address : '';
  if (text.includes('2020-12')) return '2020-12';
  if (text.includes('draft-07')) return '7';
  return text.includes('draft-04') ? '4' : '2019-09';
}

function isJson(answer: string, validate: Validate): WorkerFinding {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return { passed: false, why: 'not JSON' };
  }
  return validate(value);
}

/** Passes if an object somewhere in the answer does, in a code block for instance. */
function containsJson(answer: string, validate: Validate): WorkerFinding {
  let why = 'no JSON object';
  for (let start = answer.indexOf('{'); start >= 0; start = answer.indexOf('{', start + 1)) {
    const end = objectEnd(answer, start);
    if (end === undefined) continue;
    let value: unknown;
    try {
      value = JSON.parse(answer.slice(start, end));
    } catch {
      continue;
    }
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
