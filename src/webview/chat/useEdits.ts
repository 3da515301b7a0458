import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { EditDraft } from '../../protocol/chatPageState.ts';
import type { ChatModel } from './chatModel.ts';
import { type ChatHost, keptOf } from './pageStore.ts';

/** What the user can do to edit turns. Always the same object. */
export interface EditActions {
  /** Opens the turn with `text`, or with the text of an earlier edit. */
  open(turn: string, text: string): void;
  type(turn: string, text: string): void;
  /** Closes the field, keeping the text for later. */
  close(turn: string): void;
  /** Discards the edit. */
  drop(turn: string): void;
  /** Returns true, once, if the field should take the focus since the user has just opened it. */
  takesFocus(turn: string): boolean;
}

export type Edits = ReadonlyMap<string, EditDraft>;

/** Returns the turns being edited. They are kept at every key press; one that was sent is removed once the host has accepted it. */
export function useEdits(
  host: ChatHost,
  conversationId: string,
  accepted: ChatModel['accepted'],
): { edits: Edits; editing: EditActions } {
  const [edits, setEdits] = useState<Edits>(
    () => new Map(keptOf(host, conversationId).edits?.map((edit) => [edit.turn, edit])),
  );
  const editing = useMemo<EditActions>(() => {
    let opened: string | undefined;
    const change = (turn: string, edit: (before: EditDraft | undefined) => EditDraft) =>
      setEdits((before) => new Map(before).set(turn, edit(before.get(turn))));
    const drop = (turn: string) => setEdits((before) => new Map([...before].filter(([one]) => one !== turn)));
    return {
      open: (turn, text) => {
        opened = turn;
        change(turn, (before) => ({ turn, text: before?.text ?? text, isOpen: true }));
      },
      type: (turn, text) => change(turn, () => ({ turn, text, isOpen: true })),
      close: (turn) => change(turn, (before) => ({ turn, text: before?.text ?? '', isOpen: false })),
      drop,
      takesFocus: (turn) => {
        const isOpened = opened === turn;
        if (isOpened) opened = undefined;
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
