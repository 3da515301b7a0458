import type { DroppedFile } from '../../../protocol/chatToHost.ts';

/** In bytes. The host takes no more for one message, so larger files are not read. */
const largest = 1024 * 1024;

/** The most bytes read of one drop, so that a thousand files don't fill the memory. */
const largestDrop = 4 * largest;

/** How VS Code and systems hand over dragged files, best first. */
const uriTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** True if the drag holds something that may be attached. */
export function mayHoldFiles({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes('Files') || uriTypes.some((type) => types.includes(type));
}

/** Returns the addresses of dropped files. Those of web pages are text, and stay so. */
export function droppedUris(data: Pick<DataTransfer, 'getData'>): string[] {
  const list = uriTypes.map((type) => data.getData(type)).find((text) => text !== '') ?? '';
  return list
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^(?:https?|mailto|data|blob):/i.test(line));
}

/** Reads files in the page, since the host doesn't know where they are. */
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
    // A folder, or a file deleted meanwhile: the host says so.
    return { name, size, isUnreadable: true };
  }
}
