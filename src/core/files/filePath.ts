import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** What stands behind the last slash of a path as URIs have it. */
export function fileNameOf(uriPath: string): string {
  return path.posix.basename(uriPath) || uriPath;
}

/** Without `.`, `..` and double slashes, so that a path leads where it seems to lead. */
export function plainPath(uriPath: string): string {
  return path.posix.normalize(uriPath);
}

/** Whether links make `file` lie outside of `folder`, though its path lies in it. Rejects where one of them is not there. */
export async function leadsOutOf(folder: string, file: string): Promise<boolean> {
  const way = path.relative(await realpath(folder), await realpath(file));
  return way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way);
}

/** Where links lead `file`; its own path where that can't be found out. */
export async function pathBehindLinks(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}
