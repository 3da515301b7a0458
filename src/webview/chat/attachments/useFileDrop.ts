import { droppedUris } from '../../shared/drop/droppedUris.ts';
import { useDrop } from '../../shared/drop/useDrop.ts';
import type { Post } from '../../shared/post.ts';
import { mayHoldFiles, readFiles } from './droppedFiles.ts';

/** Attaches files that are dropped anywhere on the page. Returns true while some are dragged over it. */
export function useFileDrop(post: Post, isEnabled: boolean): boolean {
  return useDrop(post, attaching, isEnabled);
}

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

const attaching = { mayHold: mayHoldFiles, take: takeDrop };
