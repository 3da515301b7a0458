import { isDeepStrictEqual } from 'node:util';
import type { BaseUrlReader, ConnectionProblem } from './connection.ts';

/** A way to repair an entry of the setting. */
export type Repair =
  | { is: 'newId' }
  /** `allowHttp`: the user agreed to its being unencrypted. */
  | { is: 'newUrl'; url: string; allowHttp: boolean }
  | { is: 'useHttps' }
  | { is: 'allowHttp' }
  | { is: 'remove' };

/** Thrown if the entry is no longer the one that the user was shown. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
}

/** Returns the entries with one of them repaired; its other fields stay, even unknown ones. */
export function repairEntry(
  entries: readonly unknown[],
  { index, entry }: Pick<ConnectionProblem, 'index' | 'entry'>,
  repair: Repair,
): unknown[] {
  if (!isDeepStrictEqual(entries[index], entry)) throw new ChangedMeanwhileError('The setting was changed.');
  if (repair.is === 'remove') return entries.toSpliced(index, 1);
  return entries.with(index, { ...asObject(entry), ...changeOf(repair, asObject(entry)) });
}

/** Returns the id that an entry has or may get once repaired; `undefined` if it has neither an id nor a valid address. */
export function entryId(entry: unknown, readBaseUrl: BaseUrlReader): string | undefined {
  const { id, url } = asObject(entry) as { id?: unknown; url?: unknown };
  if (typeof id === 'string') return id;
  const read = typeof url === 'string' ? readBaseUrl(url) : undefined;
  return read?.ok ? read.baseUrl : undefined;
}

function changeOf(repair: Exclude<Repair, { is: 'remove' }>, { url }: { url?: unknown }): object {
  switch (repair.is) {
    case 'newId':
      return { id: crypto.randomUUID() };
    case 'newUrl':
      return { url: repair.url, ...(repair.allowHttp && { allowHttp: true }) };
    case 'useHttps':
      return {
        url: String(url)
          .trim()
          .replace(/^http:/iu, 'https:'),
      };
    case 'allowHttp':
      return { allowHttp: true };
  }
}

function asObject(entry: unknown): object {
  return typeof entry === 'object' && entry !== null ? entry : {};
}
