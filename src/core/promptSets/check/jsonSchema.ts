import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { parse } from 'yaml';
import { isObject } from '../../../base/json.ts';

/** Says whether a value conforms to a schema; if not, what is wrong, and which keywords say so. */
export type Validate = (value: unknown) => { passed: boolean; why?: string; keywords?: string[] };

/** A schema may be a text, in YAML, which JSON is part of. Throws if it is none. */
export function validator(given: unknown): Validate {
  if (given === undefined || given === null || given === '') return () => ({ passed: true });
  const schema: unknown = typeof given === 'string' ? parse(given, { maxAliasCount: 100 }) : given;
  if (typeof schema === 'boolean') return () => ({ passed: schema });
  if (typeof schema !== 'object' || schema === null) throw new TypeError('The schema is no object.');
  const read = withNullable(schema) as Schema;
  const made = new Validator(read, draftOf(read.$schema));
  return (value) => {
    const { valid, errors } = made.validate(value);
    // The first error only says that something within is wrong.
    const worst = errors.at(-1);
    if (valid || !worst) return { passed: valid };
    const why = `${worst.instanceLocation}: ${worst.error}`;
    return { passed: false, why, keywords: errors.map(({ keyword }) => keyword) };
  };
}

/** What stands there is data. */
const dataKeys = new Set(['const', 'default', 'enum', 'examples']);

/** OpenAPI's `nullable`, which promptfoo's validator knows, lets `null` pass for a type. */
function withNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullable);
  if (!isObject(schema)) return schema;
  const own: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, dataKeys.has(key) ? value : withNullable(value)]),
  );
  if (own['nullable'] === true && own['type'] !== undefined) own['type'] = [own['type'], 'null'].flat();
  return own;
}

function draftOf(address: unknown): SchemaDraft {
  const text = typeof address === 'string' ? address : '';
  if (text.includes('2020-12')) return '2020-12';
  if (text.includes('draft-07')) return '7';
  return text.includes('draft-04') ? '4' : '2019-09';
}
