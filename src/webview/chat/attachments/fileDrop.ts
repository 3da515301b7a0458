import type { DroppedFile, PageFile } from '../../../protocol/chatToHost.ts';
import type { Post } from '../../shared/post.ts';
import { droppedUris, mayHoldUris } from '../../shared/useDrop.ts';
import { largestPicture, scaledFile } from './scaledFile.ts';

/** Attaches pasted files. If the clipboard has text too, only that is pasted: tables are copied as both text and picture. */
export async function pasteFiles(event: ClipboardEvent, post: Post): Promise<void> {
  const data = event.clipboardData;
  if (data === null || data.files.length === 0 || data.types.includes('text/plain')) return;
  event.preventDefault();
  post({ type: 'attachFiles', files: await readFiles(data.files) });
}

function takeDrop(event: DragEvent, data: DataTransfer, post: Post): void {
  const uris = droppedUris(data);
  if (data.files.length === 0 && uris.length === 0) return;
  event.preventDefault();
  // The files' content is preferred: it was handed over, whereas a URI still has to be read.
  if (data.files.length === 0) post({ type: 'attachUris', uris });
  else void readFiles([...data.files]).then((files) => post({ type: 'attachFiles', files }));
}

/** Attaches files that are dropped. */
export const attaching = { mayHold: mayHoldFiles, take: takeDrop };

/** Max size of a text file, in bytes. The host accepts no more text for one message, so larger files are not read. */
const largestText = 1024 * 1024;

/** Max size of a picture that is scaled down, in bytes. */
const largestFile = 20 * 1024 * 1024;

/** Max number of bytes held of one drop, so that a thousand files don't fill the memory. */
const largestDrop = 8 * 1024 * 1024;

/** True if the drag contains something that may be attached. */
function mayHoldFiles(data: Pick<DataTransfer, 'types'>): boolean {
  return data.types.includes('Files') || mayHoldUris(data);
}

/** Reads files in the page, since the host doesn't know where they are. */
async function readFiles(files: Iterable<File>): Promise<DroppedFile[]> {
  const read: DroppedFile[] = [];
  let left = largestDrop;
  for (const file of files) {
    const one = await readFile(file, left);
    left -= one.bytes?.length ?? 0;
    read.push({ name: file.name, ...one });
  }
  return read;
}

async function readFile(file: File, left: number): Promise<PageFile> {
  const { size, type } = file;
  const isPicture = /^image\/(?:png|jpeg|gif|webp)$/.test(type);
  const largest = isPicture ? largestPicture : largestText;
  try {
    if (Math.min(size, largest) > left) return { size, why: 'tooMuch' };
    if (size <= largest) return { size, bytes: await bytesOf(file) };
    if (size > largestFile) return { size };
    if (isPicture) return await scaledFile(file);
    const start = await bytesOf(file.slice(0, 4096));
    return start.includes(0) ? { size, why: 'binary' } : { size };
  } catch {
    // This is a folder, or a file that was deleted meanwhile; the host tells the user.
    return { size, why: 'unreadable' };
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}
