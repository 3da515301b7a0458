import type { PageTurn } from '../../src/protocol/chat.ts';
import type { CompareFrame, PageColumn, PageVote } from '../../src/protocol/compare.ts';
import { answer, frame, own, silence } from './samples.ts';

export const base = 'llama-3-8b';
export const lora = 'support-tone-v7';

export function column(id: string, changes: Partial<PageColumn> = {}): PageColumn {
  const name = changes.name ?? (id === 'c1' ? base : id === 'c2' ? lora : `model-${id}`);
  return {
    id,
    name,
    model: {
      name,
      connection: 'Acme',
      description: 'LoRA on llama-3-8b',
      warning: undefined,
      gone: undefined,
    },
    streaming: undefined,
    silence: changes.streaming === undefined ? undefined : silence({ model: name }),
    inLine: undefined,
    settings: {},
    hasOwnSettings: false,
    presets: { names: [], current: undefined, problem: undefined },
    refused: [],
    settingsText: '',
    remark: undefined,
    medians: undefined,
    ...changes,
  };
}

export function compareFrame(changes: Partial<CompareFrame> = {}): CompareFrame {
  const { conversationId, title, settings, presets, sendWith } = frame();
  return {
    conversationId,
    title,
    settings,
    presets,
    sendWith,
    queued: undefined,
    status: '',
    readOnly: undefined,
    canFork: false,
    notice: undefined,
    columns: [column('c1'), column('c2')],
    noSend: undefined,
    isSpent: false,
    canAddModel: true,
    isOneAtATime: false,
    blind: 'off',
    canChangeBlind: false,
    canAskAnother: false,
    vote: undefined,
    same: undefined,
    canShowDifferences: false,
    ...changes,
  };
}

export function vote(changes: Partial<PageVote> = {}): PageVote {
  const choices = [
    { best: 'c1', label: base },
    { best: 'c2', label: lora },
    { best: 'tie', label: 'Tie' },
  ];
  return { choices, chosen: undefined, canVote: true, tally: [], ...changes };
}

/** The answer of a column, which has its name. */
export const answerIn = (id: string, name: string, changes: Parameters<typeof answer>[1] = {}) =>
  answer(id, { model: name, ...changes });

/** One question, and an answer a column unless others are given. */
export function compared(
  changes: Partial<CompareFrame> = {},
  answers: readonly PageTurn[] = [answerIn('a1', base), answerIn('a2', lora)],
): object {
  const shown = compareFrame(changes);
  return {
    type: 'snapshot',
    frame: shown,
    turns: [own('u1', 'Where is my refund?'), ...answers],
    paths: shown.columns.map(({ id }, at) => ({
      column: id,
      ids: ['u1', answers[at]?.id].filter((one) => one !== undefined),
    })),
  };
}
