import * as vscode from 'vscode';
import type { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import { medianFigures } from '../../../core/chats/columns/medians.ts';
import { type Gap, gapOf, type Question, questionsOf } from '../../../core/chats/columns/questions.ts';
import type { ChatSettings } from '../../../core/chats/tree/chatSettings.ts';
import { type Column, ownSettings } from '../../../core/chats/tree/comparison.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageModel, PagePresets } from '../../../protocol/chat.ts';
import type { PageColumn } from '../../../protocol/compare.ts';
import { pagePresets } from '../../presets/pagePresets.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import type { AnswerSilence } from '../page/answerSilence.ts';
import type { HiddenNames } from './hiddenNames.ts';
import { mediansText } from './mediansText.ts';

interface Sources {
  compare: CompareSession;
  names: HiddenNames;
  silences: ReadonlyMap<string, AnswerSilence>;
  parts: Pick<ChatPanelParts, 'pageModel' | 'presets' | 'refused'>;
}

/** Builds everything about the columns except their turns. */
export function columnFrames(sources: Sources): PageColumn[] {
  const { compare, names, parts } = sources;
  const questions = questionsOf(compare.chat.conversation);
  const columns = compare.comparison.columns.map((column) => ({ column, model: parts.pageModel(column) }));
  const isAnyGone = columns.some(({ model }) => model.gone !== undefined);
  return columns.map(({ column, model }) =>
    columnFrame(column, names.model(column.id, model, isAnyGone), questions, sources),
  );
}

function columnFrame(
  column: Column,
  model: PageModel,
  questions: readonly Question[],
  sources: Sources,
): PageColumn {
  const { compare, names, parts } = sources;
  const settings = compare.settingsOf(column);
  const presets = pagePresets(parts.presets, settings);
  const streaming = compare.streamingIn(column);
  const isInLine = streaming !== undefined && compare.chat.isInLine(streaming);
  return {
    id: column.id,
    name: names.nameOf(column.id),
    model,
    streaming,
    silence: isInLine ? undefined : silenceOf(column, sources),
    inLine: isInLine ? vscode.l10n.t('Asked when the others before it have ended.') : undefined,
    settings,
    hasOwnSettings: ownSettings(compare.comparison, column) !== undefined,
    presets,
    refused: compare.isHidden ? [] : parts.refused.of(column),
    settingsText: settingsText(settings, presets),
    remark: model.gone ?? gapText(gapOf(questions, column)),
    medians: compare.isHidden ? undefined : mediansText(medianFigures(answersIn(column, questions))),
  };
}

/** The whole answers of its model: the column may have had another one, or turns that were taken along from a chat. */
function answersIn({ id, connectionId, model }: Column, questions: readonly Question[]) {
  return questions
    .flatMap(({ answers }) => answers.get(id) ?? [])
    .filter(({ state }) => state === 'complete' || state === 'limit')
    .filter((one) => one.column === id && one.connectionId === connectionId && one.model === model);
}

function silenceOf({ id }: Column, { compare, names, silences }: Sources): PageColumn['silence'] {
  const shown = silences.get(id)?.shown;
  if (!shown || !compare.isHidden) return shown;
  const hint = vscode.l10n.t('A large model may have to be loaded first.');
  return { ...shown, model: names.nameOf(id), hint };
}

/** What a column is asked with, in a line; empty if nothing is set. */
export function settingsText(settings: ChatSettings, { current }: Pick<PagePresets, 'current'>): string {
  const { systemPrompt, ...others } = settings;
  const count = Object.keys(others).length;
  const parts: string[] = [];
  if (current !== undefined) parts.push(cleanText(current, 60));
  else if (count > 0)
    parts.push(count === 1 ? vscode.l10n.t('1 setting') : vscode.l10n.t('{0} settings', count));
  if (systemPrompt) parts.push(vscode.l10n.t('“{0}”', cleanText(systemPrompt, 300)));
  return parts.join(' · ');
}

function gapText(gap: Gap | undefined): string | undefined {
  if (gap === 'last') {
    return vscode.l10n.t("No answer to the last question here: its context differs from the others'.");
  }
  if (gap === undefined) return undefined;
  return vscode.l10n.t("An earlier question has no answer here: its context differs from the others'.");
}
