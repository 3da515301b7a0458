import { isPlainObject } from './toolJson.ts';

/** Fields that are the request itself, and a setting must not change. The manifest marks them. */
export const reservedFields: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'n',
  'headers',
  'extra_headers',
]);

/**
 * Returns what the setting `hostedModels.vscodeChat.extraFields` adds to requests to a model: the fields of all entries whose name
 * fits, later ones over earlier ones. In a name, `*` stands for any characters.
 */
export function extraFields(setting: unknown, name: string): Record<string, unknown> {
  const entries = isPlainObject(setting) ? Object.entries(setting) : [];
  const fields = entries.flatMap(([glob, added]) =>
    isPlainObject(added) && fits(glob, name) ? Object.entries(added) : [],
  );
  return Object.fromEntries(fields.filter(([field]) => !reservedFields.has(field)));
}

/** In time that grows with the lengths alone: a name may have 65,536 characters. */
function fits(glob: string, name: string): boolean {
  const [start = '', ...others] = glob.split('*');
  const end = others.pop();
  if (end === undefined) return glob === name;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - at >= end.length && name.endsWith(end);
}
