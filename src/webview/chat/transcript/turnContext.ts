import type { PageTurn } from '../../../protocol/chat.ts';

/** Of a picker: the one before, the one after. */
export type Arrow = 'previous' | 'next';

/** The turn that an arrow was pressed to show, and where the arrow was: it reappears there. */
export interface PickMemory {
  current: { turn: string; arrow: Arrow; top: number } | undefined;
}

/** What each turn is told about its chat. The same object until it changes. */
export interface TurnPlace {
  chat: string;
  /** No answer is streaming, and the chat is writable. */
  canChange: boolean;
  /** A question can be edited: nothing streams anywhere, and the chat is writable. */
  canEdit: boolean;
  /** No answer can be requested now from the chat's own model. */
  isBusy: boolean;
  /** Another sibling can be shown, even if nothing can be requested. */
  canSelect: boolean;
  picked: PickMemory;
  /** Present in a column of a comparison. */
  column?: ColumnPlace;
}

export interface ColumnPlace {
  /** Which model answered is hidden, and so is everything that might tell. */
  isHidden: boolean;
  /** No answer can be had anew but one that failed: the comparison is blind and has had its question. */
  isFixed: boolean;
  /** Says that the answer is not asked for yet. */
  inLine: string | undefined;
  /** Turns that other columns have too. */
  shared: ReadonlySet<string>;
}

/** A column has a heading of its own above those of its turns. */
export function headingIn({ column }: TurnPlace): 'h2' | 'h3' {
  return column ? 'h3' : 'h2';
}

/** For `data-vscode-context`: VS Code picks the menu items by it and passes it to the chosen command. */
export function turnContext({ role, id }: PageTurn, { chat, canChange, column }: TurnPlace): string {
  const webviewSection = column?.isHidden ? 'hidden' : role === 'user' ? 'question' : 'answer';
  return JSON.stringify({ webviewSection, turn: id, chat, canChange });
}
