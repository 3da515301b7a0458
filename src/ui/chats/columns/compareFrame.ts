import * as vscode from 'vscode';
import type { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import { comparableQuestion, type Question } from '../../../core/chats/columns/questions.ts';
import { sameAnswers } from '../../../core/chats/columns/sameAnswers.ts';
import { voteOn } from '../../../core/chats/columns/votes.ts';
import type { PageQueued } from '../../../protocol/chat.ts';
import type { CompareFrame, PageColumn, PageVote } from '../../../protocol/compare.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import type { AnswerSilence } from '../page/answerSilence.ts';
import { sharedFrame } from '../tab/chatFrame.ts';
import { columnFrames } from './columnFrames.ts';
import type { HiddenNames } from './hiddenNames.ts';
import { sameText } from './sameText.ts';

interface PageState {
  names: HiddenNames;
  silences: ReadonlyMap<string, AnswerSilence>;
  status: string;
  queued: PageQueued | undefined;
  /** See `PageVote.tally`. */
  tally: readonly string[];
}

/** Builds everything on a comparison's page except the turns. */
export function compareFrame(compare: CompareSession, page: PageState, parts: ChatPanelParts): CompareFrame {
  const { chat, comparison, isHidden } = compare;
  const { names, silences, status, queued, tally } = page;
  const columns = columnFrames({ compare, names, silences, parts });
  const question = comparableQuestion(chat.conversation);
  return {
    ...sharedFrame(chat, parts),
    status,
    queued,
    columns,
    noSend: noSendText(compare, columns, question),
    isSpent: compare.isSpent,
    canAddModel: compare.canAddColumn,
    isOneAtATime: comparison.isOneAtATime ?? false,
    blind: comparison.blind ?? 'off',
    canChangeBlind: chat.readOnly === undefined && !compare.isBusy && (isHidden || !compare.isBegun),
    canAskAnother: comparison.blind === 'revealed' && !compare.isBusy && chat.readOnly === undefined,
    vote: question && voteOf(question, compare, names, tally),
    same:
      question &&
      sameText(
        sameAnswers(question.answers).map((answers) => answers.map((answer) => names.giverOf(answer))),
        columns.length,
      ),
    canShowDifferences: question !== undefined,
  };
}

function noSendText(
  compare: CompareSession,
  columns: readonly PageColumn[],
  question: Question | undefined,
): string | undefined {
  const { isHidden, isSpent, isBusy } = compare;
  if (isSpent && !isHidden) {
    return vscode.l10n.t('A blind comparison has one question. Ask another to go on.');
  }
  if (isSpent && question) return vscode.l10n.t('Vote to see the names.');
  if (isSpent && compare.chat.conversation.turns.size === 0) {
    return vscode.l10n.t('The question was deleted. Untick Blind to ask another.');
  }
  if (isSpent && isBusy) return vscode.l10n.t('A blind comparison has one question.');
  if (isSpent) return vscode.l10n.t('Retry the answer that is missing, or untick Blind to see the names.');
  return columns.every(({ model }) => model.gone !== undefined) ? columns[0]?.model.gone : undefined;
}

function voteOf(
  question: Question,
  { chat, comparison, isHidden }: CompareSession,
  names: HiddenNames,
  tally: readonly string[],
): PageVote | undefined {
  const vote = voteOn(question, comparison.votes);
  const canVote = chat.readOnly === undefined && comparison.blind !== 'revealed';
  // The names were revealed without a vote.
  if (!vote && !canVote) return undefined;
  const answers = [...question.answers].map(([best, answer]) => ({
    best,
    label: answer ? names.giverOf(answer) : '',
  }));
  return {
    choices: [...answers, { best: 'tie', label: vscode.l10n.t('Tie') }],
    chosen: vote && (vote.best ?? 'tie'),
    canVote,
    tally: isHidden ? [] : tally,
  };
}
