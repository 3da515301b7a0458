import * as vscode from 'vscode';
import type { ChatMarkdownTexts } from '../../../core/chats/transfer/chatMarkdown.ts';
import type { AnswerTurn } from '../../../core/chats/tree/conversation.ts';
import { tokensText } from '../../shared/text/countText.ts';
import { deploymentText } from '../page/deploymentText.ts';

/** Localized words for an exported chat. */
export function chatMarkdownTexts(): ChatMarkdownTexts {
  return {
    you: vscode.l10n.t('You'),
    model: vscode.l10n.t('Model'),
    started: vscode.l10n.t('Started'),
    temperature: vscode.l10n.t('Temperature'),
    topP: vscode.l10n.t('Top P'),
    maxTokens: vscode.l10n.t('Max tokens'),
    stop: vscode.l10n.t('Stop sequences'),
    seed: vscode.l10n.t('Seed'),
    presencePenalty: vscode.l10n.t('Presence penalty'),
    frequencyPenalty: vscode.l10n.t('Frequency penalty'),
    extra: vscode.l10n.t('Extra JSON'),
    systemPrompt: vscode.l10n.t('System prompt'),
    noAnswer: vscode.l10n.t('No answer.'),
    requestFailed: vscode.l10n.t('No answer: the request failed.'),
    figures: figuresLine,
    models: vscode.l10n.t('Models'),
    ownSettings: vscode.l10n.t('with its own settings'),
    noSettings: vscode.l10n.t('none'),
    blindComparison: vscode.l10n.t('Blind comparison'),
    sentAlone: vscode.l10n.t('Sent without the earlier turns.'),
    notAsked: vscode.l10n.t('Not asked.'),
    vote: voteLine,
  };
}

function voteLine(best: string | undefined, isBlind: boolean): string {
  if (best === undefined) return isBlind ? vscode.l10n.t('Voted, blind: tie') : vscode.l10n.t('Voted: tie');
  return isBlind ? vscode.l10n.t('Voted better, blind: {0}', best) : vscode.l10n.t('Voted better: {0}', best);
}

function figuresLine({ figures = { durationMs: 0 }, finishReason, state, deployment }: AnswerTurn): string {
  const { ttftMs, tokensPerSecond, completionTokens, isEstimated, isFirstRequest, isTogether } = figures;
  const about = isEstimated ? '≈ ' : '';
  const parts: string[] = [];
  if (ttftMs !== undefined) {
    const ttft = vscode.l10n.t('{0} s to first token', (ttftMs / 1000).toFixed(2));
    // It may include the loading of the adapter: readers must not take it for the model's own latency.
    parts.push(isFirstRequest ? vscode.l10n.t('{0} (first request)', ttft) : ttft);
  }
  if (tokensPerSecond !== undefined) {
    parts.push(vscode.l10n.t('{0} tokens/s', `${about}${Math.round(tokensPerSecond)}`));
  }
  if (completionTokens !== undefined) parts.push(tokensText(completionTokens, isEstimated));
  if (isTogether && parts.length > 0) parts.push(vscode.l10n.t('measured together'));
  parts.push(finishReason ?? state);
  const deployed = deployment && deploymentText(deployment);
  return [...parts, ...(deployed ? [deployed] : [])].join(' · ');
}
