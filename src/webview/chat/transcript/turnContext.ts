import { useMemo, useRef } from 'preact/hooks';
import type { ChatFrame, PageTurn } from '../../../protocol/chat.ts';
import { type ChatModel, columnIndexOf } from '../chatModel.ts';

/** The arrows of a sibling picker. */
export type Arrow = 'previous' | 'next';

/** The turn that an arrow was pressed to show, and the arrow's position, where the new turn's picker is put. */
export interface PickMemory {
  current: { turn: string; arrow: Arrow; top: number } | undefined;
}

/** What each turn is told about its chat and its column. It is the same object until it changes. */
export interface TurnPlace {
  chat: string;
  /** Index of the column; -1 for questions, which belong to all columns. */
  column: number;
  /** What the column's head says: a letter while the next question's models are hidden. */
  columnName: string;
  /** True if the chat has other columns too. */
  isSeveral: boolean;
  /** True if no answer is streaming here, and the chat is writable. */
  canChange: boolean;
  /** True if no answer can be requested here now. */
  isBusy: boolean;
  /** True if another sibling can be shown, even if nothing can be requested. */
  canSelect: boolean;
  /** True if the models are hidden, and with them everything that might reveal them. */
  isHidden: boolean;
  picked: PickMemory;
}

export interface TurnPlaces {
  question: TurnPlace;
  columns: readonly TurnPlace[];
}

export function usePlaces(frame: ChatFrame, rows: ChatModel['rows']): TurnPlaces {
  const picked = useRef<PickMemory['current']>(undefined) as PickMemory;
  const { conversationId: chat, streams } = frame;
  const isWritable = frame.readOnly === undefined;
  const answering = new Set(streams.map(({ turn }) => columnIndexOf(rows, turn)));
  const states = frame.columns.map(({ name, model }, at) => ({
    columnName: name,
    isAnswering: answering.has(at) || (frame.columns.length === 1 && streams.length > 0),
    isGone: model.gone !== undefined,
  }));
  return useMemo(() => {
    const isSeveral = states.length > 1;
    const canSelect = streams.length === 0;
    const common = { chat, isSeveral, canSelect, isHidden: false, picked };
    const columns = states.map(({ columnName, isAnswering, isGone }, column) => {
      const canChange = isWritable && !isAnswering;
      return { ...common, column, columnName, canChange, isBusy: !canChange || isGone };
    });
    const canChange = isWritable && canSelect;
    const isBusy = !canChange || states.every(({ isGone }) => isGone);
    return { question: { ...common, column: -1, columnName: '', canChange, isBusy }, columns };
  }, [chat, isWritable, streams.length === 0, JSON.stringify(states)]);
}

/** Returns the value for `data-vscode-context`: VS Code chooses the menu items by it and passes it to the chosen command. */
export function turnContext({ role, id }: PageTurn, { chat, canChange, isHidden }: TurnPlace): string {
  const webviewSection = isHidden ? 'hidden' : role === 'user' ? 'question' : 'answer';
  return JSON.stringify({ webviewSection, turn: id, chat, canChange });
}
