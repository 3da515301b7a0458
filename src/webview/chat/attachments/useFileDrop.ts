import { useEffect, useState } from 'preact/hooks';
import type { Post } from '../../shared/post.ts';
import { droppedUris, mayHoldFiles, readFiles } from './droppedFiles.ts';

/**
 * Takes files dropped anywhere on the page; returns true while some are held over it. VS Code passes a drag to a page only
 * while Shift is held; otherwise the file opens in an editor.
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

/** Attaches pasted files the same way. Text wins: tables are copied as both text and picture. */
export async function pasteFiles(event: ClipboardEvent, post: Post): Promise<void> {
  const data = event.clipboardData;
  if (data === null || data.files.length === 0 || data.types.includes('text/plain')) return;
  event.preventDefault();
  post({ type: 'attachFiles', files: await readFiles(data.files) });
}

function listen(post: Post, setOver: (isOver: boolean) => void): () => void {
  // A drag from the page itself comes from an answer, and no answer may attach anything.
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
    // Moving between two elements doesn't leave the page.
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
  // Content is better: it was handed over, whereas an address has to be read.
  if (data.files.length === 0) post({ type: 'attachUris', uris });
  else void readFiles([...data.files]).then((files) => post({ type: 'attachFiles', files }));
}
