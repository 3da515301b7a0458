import { useEffect, useState } from 'preact/hooks';
import type { ChatToHost } from '../../../protocol/chat.ts';
import { droppedUris, mayHoldFiles, readFiles } from './droppedFiles.ts';

type Post = (message: ChatToHost) => void;

/**
 * Takes files that are dropped anywhere on the page; true while some are held over it. VS Code hands a drag over to a page
 * only while Shift is held: without it, the file opens as an editor.
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

/** Files that are pasted go the same way. Text wins: tables are copied as text and picture at once. */
export async function pasteFiles(event: ClipboardEvent, post: Post): Promise<void> {
  const data = event.clipboardData;
  if (data === null || data.files.length === 0 || data.types.includes('text/plain')) return;
  event.preventDefault();
  post({ type: 'attachFiles', files: await readFiles(data.files) });
}

function listen(post: Post, setOver: (isOver: boolean) => void): () => void {
  // What is dragged from the page itself comes from an answer, and no answer may attach anything.
  let isOwn = false;
  const start = () => {
    isOwn = true;
  };
  const over = (event: DragEvent) => {
    if (isOwn || event.dataTransfer === null || !mayHoldFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    // Between two elements of the page nothing has left it.
    if (event.relatedTarget === null) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!isOwn && event.dataTransfer !== null) takeDrop(event, event.dataTransfer, post);
    isOwn = false;
  };
  const end = () => {
    isOwn = false;
    setOver(false);
  };
  const listeners = {
    dragstart: start,
    dragenter: over,
    dragover: over,
    dragleave: leave,
    drop,
    dragend: end,
  };
  const ear = new AbortController();
  const { signal } = ear;
  window.addEventListener('dragstart', listeners.dragstart, { signal });
  window.addEventListener('dragenter', listeners.dragenter, { signal });
  window.addEventListener('dragover', listeners.dragover, { signal });
  window.addEventListener('dragleave', listeners.dragleave, { signal });
  window.addEventListener('drop', listeners.drop, { signal });
  window.addEventListener('dragend', listeners.dragend, { signal });
  return () => ear.abort();
}

function takeDrop(event: DragEvent, data: DataTransfer, post: Post): void {
  const uris = droppedUris(data);
  if (data.files.length === 0 && uris.length === 0) return;
  event.preventDefault();
  // The content is the better of the two: it was handed over, whereas an address has to be read.
  if (data.files.length === 0) post({ type: 'attachUris', uris });
  else void readFiles([...data.files]).then((files) => post({ type: 'attachFiles', files }));
}
