import type { DroppedFile } from '../../../protocol/chat.ts';

/** The host takes no more than this for one message; what is larger is not read, in bytes. */
const largest = 1024 * 1024;

/** What is read of one drop at most, so that a thousand files don't fill the memory. */
const largestDrop = 4 * largest;

/** How VS Code and systems hand over files that are dragged, best first. */
const uriTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** Whether something is dragged that may be attached. */
export function mayHoldFiles({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes('Files') || uriTypes.some((type) => types.includes(type));
}

/** The addresses of files that were dropped. Those of web pages are text, and stay so. */
export function droppedUris(data: Pick<DataTransfer, 'getData'>): string[] {
  const list = uriTypes.map((type) => data.getData(type)).find((text) => text !== '') ?? '';
  return list
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^(?:https?|mailto|data|blob):/i.test(line));
}

/** Reads files in the page, since the host knows no place of theirs. */
export async function readFiles(files: Iterable<File>): Promise<DroppedFile[]> {
  const read: DroppedFile[] = [];
  let left = largestDrop;
  for (const file of files) {
    const { name, size } = file;
    const isRead = size <= Math.min(left, largest);
    read.push(isRead ? await readFile(file) : { name, size });
    if (isRead) left -= size;
  }
  return read;
}

async function readFile(file: File): Promise<DroppedFile> {
  const { name, size } = file;
  try {
    return { name, size, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    // A folder, or a file that went away meanwhile: the host says so.
    return { name, size, isUnreadable: true };
  }
}
