import * as vscode from 'vscode';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import type { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import type { AnswerTurn } from '../../../core/chats/tree/conversation.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageModel } from '../../../protocol/chat.ts';
import type { ConnectionName } from '../page/pageTurn.ts';

/** Names a comparison's columns: by their models or, as long as those are hidden, by letters. */
export class HiddenNames {
  readonly #compare: Pick<CompareSession, 'comparison' | 'isHidden' | 'column'>;

  constructor(compare: Pick<CompareSession, 'comparison' | 'isHidden' | 'column'>) {
    this.#compare = compare;
  }

  nameOf(columnId: string): string {
    return columnNames(this.#compare.comparison).get(columnId) ?? '';
  }

  get all(): string[] {
    return [...columnNames(this.#compare.comparison).values()];
  }

  /** Names who gave an answer: its column may have another model now. */
  giverOf(answer: AnswerTurn): string {
    const column = this.#compare.column(answer.column);
    const isOwn = column?.model === answer.model && column.connectionId === answer.connectionId;
    return column && (isOwn || this.#compare.isHidden) ? this.nameOf(column.id) : cleanText(answer.model);
  }

  /** Returns the answer without anything that tells its model, if that is hidden. */
  answer(answer: AnswerTurn): AnswerTurn {
    if (!this.#compare.isHidden) return answer;
    const {
      figures: _f,
      reasoningMs: _m,
      finishReason: _r,
      droppedFields: _d,
      sent: _s,
      error,
      ...rest
    } = answer;
    const shown = { ...rest, model: this.nameOf(answer.column ?? ''), connectionId: '' };
    const { kind = 'protocol', status, retryAt } = error ?? {};
    return error
      ? { ...shown, error: { kind, ...(status && { status }), ...(retryAt && { retryAt }) } }
      : shown;
  }

  connection(shown: ConnectionName): ConnectionName {
    if (!this.#compare.isHidden) return shown;
    return { name: vscode.l10n.t('The service'), baseUrl: 'https://service' };
  }

  /** `isAnyGone`: a hidden column says no more than that, since the Models view tells which model it is. */
  model(columnId: string, shown: PageModel, isAnyGone: boolean): PageModel {
    if (!this.#compare.isHidden) return { ...shown, name: this.nameOf(columnId) };
    return {
      name: this.nameOf(columnId),
      connection: '',
      description: '',
      warning: undefined,
      gone: isAnyGone
        ? vscode.l10n.t('One of the models is gone. Untick Blind to see which one.')
        : undefined,
    };
  }
}
