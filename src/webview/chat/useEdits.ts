import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { EditDraft } from '../../protocol/chatPageState.ts';
import { useChatEvent } from './chatEvents.ts';
import { type ChatHost, keepOf, keptOf } from './pageStore.ts';

/** What the user can do to edit turns. Always the same object. */
export type EditActions = ReturnType<typeof useEdits>['editing'];

export type Edits = ReadonlyMap<string, EditDraft>;

/** Returns the turns being edited. They are kept at every key press; one that was sent is removed once the host has accepted it. */
export function useEdits(host: ChatHost, conversationId: string) {
  const [edits, setEdits] = useState<Edits>(
    () => new Map(keptOf(host, conversationId).edits?.map((edit) => [edit.turn, edit])),
  );
  const editing = useMemo(() => {
    let opened: string | undefined;
    const change = (turn: string, edit: (before: EditDraft | undefined) => EditDraft) =>
      setEdits((before) => new Map(before).set(turn, edit(before.get(turn))));
    const drop = (turn: string) => setEdits((before) => new Map([...before].filter(([one]) => one !== turn)));
    return {
      /** Opens the turn with `text`, or with the text of an earlier edit. */
      open(turn: string, text: string) {
        opened = turn;
        change(turn, (before) => ({ turn, text: before?.text ?? text, isOpen: true }));
      },
      type: (turn: string, text: string) => change(turn, () => ({ turn, text, isOpen: true })),
      /** Closes the field, keeping the text for later. */
      close: (turn: string) => change(turn, (before) => ({ turn, text: before?.text ?? '', isOpen: false })),
      /** Discards the edit. */
      drop,
      /** Returns true, once, if the field should take the focus since the user has just opened it. */
      takesFocus(turn: string) {
        const isOpened = opened === turn;
        if (isOpened) opened = undefined;
        return isOpened;
      },
    };
  }, []);
  useChatEvent('accepted', ({ edited }) => {
    if (edited !== undefined) editing.drop(edited);
  });
  useChatEvent('fill', ({ edits: filled = [] }) => {
    if (filled.length > 0)
      setEdits((before) => new Map([...filled.map((edit) => [edit.turn, edit] as const), ...before]));
  });
  const isTold = useRef(false);
  useLayoutEffect(() => {
    const all = [...edits.values()];
    keepOf(host, conversationId, { edits: all.length > 0 ? all : undefined });
    if (all.length > 0 || isTold.current) host.post({ type: 'edits', edits: all });
    isTold.current = all.length > 0;
  }, [host, conversationId, edits]);
  return { edits, editing };
}
