import { useEffect, useState } from 'preact/hooks';

/** Formats in which VS Code and operating systems hand over dragged files, best first. */
const uriTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** True if the drag names files. */
export function mayHoldUris({ types }: Pick<DataTransfer, 'types'>): boolean {
  return uriTypes.some((type) => types.includes(type));
}

/** Returns the URIs of dropped files. Those of web pages are left out, so that they are dropped as text. */
export function droppedUris(data: Pick<DataTransfer, 'getData'>): string[] {
  const list = uriTypes.map((type) => data.getData(type)).find((text) => text !== '') ?? '';
  return list
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^(?:https?|mailto|data|blob):/i.test(line));
}

/** What a page does with a drop. */
interface Drop<P> {
  mayHold: (data: DataTransfer) => boolean;
  take: (event: DragEvent, data: DataTransfer, post: P) => void;
}

/**
 * Takes what is dropped anywhere on the page. Returns true while it is dragged over it. VS Code passes a drag to a page only while
 * Shift is held; otherwise the file opens in an editor. `drop` must always be the same.
 */
export function useDrop<P>(post: P, drop: Drop<P>, isEnabled: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isEnabled) return;
    const stop = listen(post, drop, setOver);
    return () => {
      stop();
      setOver(false);
    };
  }, [post, drop, isEnabled]);
  return isOver;
}

function listen<P>(post: P, { mayHold, take }: Drop<P>, setOver: (isOver: boolean) => void): () => void {
  // A drag that starts in the page comes from an answer, and no answer may name files.
  let isOwn = false;
  const over = (event: DragEvent) => {
    if (isOwn || event.dataTransfer === null || !mayHold(event.dataTransfer)) return;
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
      if (!isOwn && event.dataTransfer !== null) take(event, event.dataTransfer, post);
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
