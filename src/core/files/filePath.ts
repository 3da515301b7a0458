import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** Returns what follows the last slash of a URI's path. */
export function fileNameOf(uriPath: string): string {
  return path.posix.basename(uriPath) || uriPath;
}

/** Resolves `.`, `..` and double slashes, so that a path leads where it seems to lead. */
export function plainPath(uriPath: string): string {
  return path.posix.normalize(uriPath);
}

/** Whether links take `file` out of `folder`, although its path is inside. Rejects if either does not exist. */
export async function leadsOutOf(folder: string, file: string): Promise<boolean> {
  const way = path.relative(await realpath(folder), await realpath(file));
  return way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way);
}

/** Returns the path that `file` leads to through links, or its own path if that can't be determined. */
export async function pathBehindLinks(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}
