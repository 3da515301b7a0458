import { useEffect, useState } from 'preact/hooks';
import type { Post } from '../../shared/post.ts';
import { droppedUris, mayHoldFiles, readFiles } from './droppedFiles.ts';

/**
 * Attaches files that are dropped anywhere on the page. Returns true while some are dragged over it. VS Code passes a drag to a
 * page only while Shift is held; otherwise the file opens in an editor.
 */
export function useFileDrop(post: Post, isEnabled: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isEnabled) return;
    const stop = listen(post, setOver);
    return () => {
      stop();
      setOver(false);
    };
  }, [post, isEnabled]);
  return isOver;
}

/** Attaches pasted files. If the clipboard has text too, only that is pasted: tables are copied as both text and picture. */
export async function pasteFiles(event: ClipboardEvent, post: Post): Promise<void> {
  const data = event.clipboardData;
  if (data === null || data.files.length === 0 || data.types.includes('text/plain')) return;
  event.preventDefault();
  post({ type: 'attachFiles', files: await readFiles(data.files) });
}

function listen(post: Post, setOver: (isOver: boolean) => void): () => void {
  // A drag that starts in the page comes from an answer, and no answer may attach anything.
  let isOwn = false;
  const over = (event: DragEvent) => {
    if (isOwn || event.dataTransfer === null || !mayHoldFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const end = () => {
    isOwn = false;
    setOver(false);
  };
  const listeners = {
    dragstart: () => {
      isOwn = true;
    },
    dragenter: over,
    dragover: over,
    // Moving from one element to another doesn't leave the page.
    dragleave: (event: DragEvent) => event.relatedTarget === null && setOver(false),
    drop: (event: DragEvent) => {
      if (!isOwn && event.dataTransfer !== null) takeDrop(event, event.dataTransfer, post);
      end();
    },
    dragend: end,
  };
  const gone = new AbortController();
  for (const [type, listener] of Object.entries(listeners)) {
    window.addEventListener(type as keyof typeof listeners, listener, { signal: gone.signal });
  }
  return () => gone.abort();
}

function takeDrop(event: DragEvent, data: DataTransfer, post: Post): void {
  const uris = droppedUris(data);
  if (data.files.length === 0 && uris.length === 0) return;
  event.preventDefault();
  // The files' content is preferred: it was handed over, whereas a URI still has to be read.
  if (data.files.length === 0) post({ type: 'attachUris', uris });
  else void readFiles([...data.files]).then((files) => post({ type: 'attachFiles', files }));
}
