import { droppedUris, mayHoldUris } from '../shared/drop/droppedUris.ts';
import { useDrop } from '../shared/drop/useDrop.ts';
import type { RunPageStore } from './model/runPageStore.ts';

/** Imports files of results that are dropped on the page. Returns true while some are dragged over it. */
export function useResultsDrop(post: RunPageStore['post'], isEnabled: boolean): boolean {
  return useDrop(post, importing, isEnabled);
}

const importing = {
  mayHold: mayHoldUris,
  take(event: DragEvent, data: DataTransfer, post: RunPageStore['post']) {
    const uris = droppedUris(data);
    if (uris.length === 0) return;
    event.preventDefault();
    post({ type: 'importResults', uris });
  },
};
