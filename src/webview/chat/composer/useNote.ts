import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import type { ChatModel } from '../chatModel.ts';
import { keptOf } from '../pageState.ts';
import type { ChatHost } from '../pageStore.ts';

/**
 * Returns the note that says where the draft comes from, if the composer was filled. It outlives the page, as the draft does; call
 * the returned function once the draft is sent or emptied.
 */
export function useNote(
  host: ChatHost,
  conversationId: string,
  filled: ChatModel['filled'],
): [note: string | undefined, forget: () => void] {
  const [note, setNote] = useState(() => {
    const kept = keptOf(host, conversationId);
    return kept.draft === '' ? undefined : kept.note;
  });
  const change = useCallback(
    (next: string | undefined) => {
      setNote(next);
      const { note: before, ...rest } = keptOf(host, conversationId);
      if (next !== before) host.keep(next === undefined ? rest : { ...rest, note: next });
    },
    [host, conversationId],
  );
  useLayoutEffect(() => {
    if (filled.count > 0) change(filled.note);
  }, [filled]);
  const forget = useCallback(() => change(undefined), [change]);
  return [note, forget];
}
