import { isObject, parsedJson } from '../../../base/json.ts';

const matches = ['exact', 'subset', 'schema'] as const;

/** A call that an answer should make. `subset`: it may have further arguments. `schema`: they are a JSON schema. Without, any will do. */
export interface WantedCall {
  name: string;
  arguments?: object | boolean;
  match: (typeof matches)[number];
}

/** Reads the value of `tool-call`, also as JSON; `undefined` if it is none. */
export function wantedCalls(value: unknown): WantedCall[] | undefined {
  const given = typeof value === 'string' ? parsedJson(value) : value;
  const calls = [given].flat().map(wantedCall);
  return calls.length > 0 && calls.length <= maxWanted && calls.every((one) => one !== undefined)
    ? calls
    : undefined;
}

const maxWanted = 50;

function wantedCall(value: unknown): WantedCall | undefined {
  if (!isObject(value)) return undefined;
  const { name, arguments: args, match = 'exact', ...others } = value;
  const isKnown = matches.find((one) => one === match);
  const isRight = args === undefined || isObject(args) || (match === 'schema' && typeof args === 'boolean');
  if (typeof name !== 'string' || !isKnown || !isRight || Object.keys(others).length > 0) return undefined;
  return { name, match: isKnown, ...(args !== undefined && { arguments: args }) };
}
