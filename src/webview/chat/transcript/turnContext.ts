import { useMemo, useRef } from 'preact/hooks';
import type { ChatFrame, PageTurn } from '../../../protocol/chat.ts';
import { type ChatModel, columnOf } from '../chatModel.ts';

/** Of a picker: the one before, the one after. */
export type Arrow = 'previous' | 'next';

/** The turn that an arrow was pressed to show, and where the arrow was: it reappears there. */
export interface PickMemory {
  current: { turn: string; arrow: Arrow; top: number } | undefined;
}

/** What each turn is told about its chat and its column. The same object until it changes. */
export interface TurnPlace {
  chat: string;
  /** The column's, from 0; -1 for questions, which all have in common. */
  column: number;
  /** Other columns stand beside it. */
  isSeveral: boolean;
  /** No answer is streaming here, and the chat is writable. */
  canChange: boolean;
  /** No answer can be requested here now. */
  isBusy: boolean;
  /** Another sibling can be shown, even if nothing can be requested. */
  canSelect: boolean;
  /** Which model answered is hidden, and so is everything that might tell. */
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
  const answering = new Set(streams.map(({ turn }) => columnOf(rows, turn)));
  const states = frame.columns.map(({ model }, at) => ({
    isAnswering: answering.has(at) || (frame.columns.length === 1 && streams.length > 0),
    isGone: model.gone !== undefined,
  }));
  return useMemo(() => {
    const isSeveral = states.length > 1;
    const canSelect = streams.length === 0;
    const common = { chat, isSeveral, canSelect, isHidden: false, picked };
    const columns = states.map(({ isAnswering, isGone }, column) => {
      const canChange = isWritable && !isAnswering;
      return { ...common, column, canChange, isBusy: !canChange || isGone };
    });
    const canChange = isWritable && canSelect;
    const isBusy = !canChange || states.every(({ isGone }) => isGone);
    return { question: { ...common, column: -1, canChange, isBusy }, columns };
  }, [chat, isWritable, streams.length === 0, JSON.stringify(states)]);
}

/** For `data-vscode-context`: VS Code picks the menu items by it and passes it to the chosen command. */
export function turnContext({ role, id }: PageTurn, { chat, canChange, isHidden }: TurnPlace): string {
  const webviewSection = isHidden ? 'hidden' : role === 'user' ? 'question' : 'answer';
  return JSON.stringify({ webviewSection, turn: id, chat, canChange });
}
