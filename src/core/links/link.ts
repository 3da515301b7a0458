import * as v from 'valibot';
import type { Model } from '../../api/types.ts';
import { invisible } from '../../base/invisible.ts';
import { extensionId } from '../languageModels/chatPlaces.ts';
import { shownName } from '../shownName.ts';

/** Longest name of a model or host, in UTF-16 units. */
const maxName = 1000;
/** Longest prompt, in UTF-16 units. */
const maxPrompt = 20_000;

/** A name that could look like another one has no link. */
const isPlainName = (name: string) => shownName(name, maxName) === name;

const nameSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(maxName), v.check(isPlainName));

const model = {
  name: nameSchema,
  kind: v.picklist(['lora', 'baseModel']),
  /** The connection's host, with its port if there is one. */
  connection: v.pipe(v.string(), v.minLength(1), v.maxLength(maxName)),
};

const schema = v.variant('path', [
  v.strictObject({ path: v.literal('/model'), ...model }),
  v.strictObject({
    path: v.literal('/chat'),
    ...model,
    prompt: v.optional(v.pipe(v.string(), v.maxLength(maxPrompt), v.transform(plainPrompt))),
  }),
]);

export type Link = v.InferOutput<typeof schema>;

/** Reads a link from its path and query, as `vscode.Uri` has them; `undefined` if it is not in the form that `writeLink` writes. */
export function readLink(path: string, query: string): Link | undefined {
  const read = v.safeParse(schema, readParameters(path, query));
  return read.success ? read.output : undefined;
}

function readParameters(path: string, query: string): Record<string, string> | undefined {
  const parameters = new Map([['path', path]]);
  for (const part of query.split('&')) {
    const [, name, given = ''] = /^(\w+)=(.*)$/su.exec(part) ?? [];
    const value = decodeValue(given);
    if (name === undefined || value === undefined || parameters.has(name)) return undefined;
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/** All that `encodeURIComponent` leaves or writes. */
const encoded = /^(?:[\w.!~*'()-]|%[\da-f]{2})*$/iu;

/** Returns what `encodeValue` was given, of what VS Code has decoded once; `undefined` if that is not clear. */
function decodeValue(value: string): string | undefined {
  if (!value.includes('%')) return value;
  try {
    return encoded.test(value) ? decodeURIComponent(value) : undefined;
  } catch {
    return undefined;
  }
}

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/gu;

/** What nobody sees in a composer; joiners and variation selectors have a use, but not in a row. */
const hidden = new RegExp(
  String.raw`(?![\n\t\p{Join_Control}\p{Variation_Selector}])[${invisible}\p{Cs}]`,
  'gu',
);
const joinersInARow = /[\p{Join_Control}\p{Variation_Selector}]{2,}/gu;
const oneJoin = /^\p{Variation_Selector}?\p{Join_Control}?/u;

/**
 * Returns a prompt without characters that are invisible or change the direction of text: a model would read what the user
 * doesn't see. Line breaks become `\n`.
 */
function plainPrompt(prompt: string): string {
  return prompt
    .replace(lineBreaks, '\n')
    .replace(hidden, '')
    .replace(joinersInARow, (row) => oneJoin.exec(row)?.[0] ?? '');
}

/**
 * Returns a link to a model's details, which says nothing but its name, its kind and its connection's host; `undefined` if
 * `readLink` would refuse the name. `scheme`: VS Code's own, e.g. `vscode`.
 */
export function writeLink(
  scheme: string,
  { name, kind }: Pick<Model, 'name' | 'kind'>,
  host: string,
): string | undefined {
  if (!v.is(nameSchema, name)) return undefined;
  return `${scheme}://${extensionId}/model?name=${encodeValue(name)}&connection=${encodeValue(host)}&kind=${kind}`;
}

/**
 * VS Code decodes a link once before it passes it on. A value in which that would look like a separator or an escape is encoded
 * twice; others are encoded once, which is easier to read.
 */
function encodeValue(value: string): string {
  if (/[%&]/u.test(value)) return encode(encode(value));
  return encode(value).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

/** Also what would end a link in Markdown or a shell. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
