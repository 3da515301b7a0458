import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { EditDraft } from '../../protocol/chat.ts';
import type { ChatModel } from './chatModel.ts';
import type { ChatHost } from './chatStore.ts';
import { keptOf } from './pageState.ts';

/** What a person does with a turn of theirs. The same object for good. */
export interface EditActions {
  /** Opens the turn with `text`, or with what was made of it before. */
  open(turn: string, text: string): void;
  type(turn: string, text: string): void;
  /** Puts it away for the next time. */
  close(turn: string): void;
  /** Lets it go. */
  drop(turn: string): void;
  /** Whether the field that just came has to take the focus; true once. */
  takesFocus(turn: string): boolean;
}

export type Edits = ReadonlyMap<string, EditDraft>;

/** The turns that are being edited. They are kept at every key, and leave only when the host has them. */
export function useEdits(
  host: ChatHost,
  conversationId: string,
  accepted: ChatModel['accepted'],
): { edits: Edits; editing: EditActions } {
  const [edits, setEdits] = useState<Edits>(
    () => new Map(keptOf(host, conversationId).edits?.map((edit) => [edit.turn, edit])),
  );
  const opened = useRef<string | undefined>(undefined);
  const editing = useMemo<EditActions>(() => {
    const change = (turn: string, edit: (before: EditDraft | undefined) => EditDraft) =>
      setEdits((before) => new Map(before).set(turn, edit(before.get(turn))));
    const drop = (turn: string) => setEdits((before) => new Map([...before].filter(([one]) => one !== turn)));
    return {
      open(turn, text) {
        opened.current = turn;
        change(turn, (before) => ({ turn, text: before?.text ?? text, isOpen: true }));
      },
      type: (turn, text) => change(turn, () => ({ turn, text, isOpen: true })),
      close: (turn) => change(turn, (before) => ({ turn, text: before?.text ?? '', isOpen: false })),
      drop,
      takesFocus(turn) {
        const isOpened = opened.current === turn;
        if (isOpened) opened.current = undefined;
        return isOpened;
      },
    };
  }, []);
  useLayoutEffect(() => {
    if (accepted.edited !== undefined) editing.drop(accepted.edited);
  }, [accepted]);
  useLayoutEffect(() => {
    const { edits: _before, ...rest } = keptOf(host, conversationId);
    host.keep(edits.size > 0 ? { ...rest, edits: [...edits.values()] } : rest);
  }, [host, conversationId, edits]);
  return { edits, editing };
}
