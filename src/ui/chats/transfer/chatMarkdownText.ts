import type { ChatMarkdownTexts } from '../../../core/chats/transfer/chatMarkdown.ts';
import type { AnswerTurn } from '../../../core/chats/tree/conversation.ts';
import { rateText, secondsText, tokensText } from '../../shared/text/figureText.ts';
import { t } from '../../shared/text/t.ts';
import { deploymentText } from '../page/deploymentText.ts';

/** Returns the localized texts of an exported chat. */
export function chatMarkdownTexts(): ChatMarkdownTexts {
  return {
    you: t('You'),
    model: t('Model'),
    started: t('Started'),
    temperature: t('Temperature'),
    topP: t('Top P'),
    maxTokens: t('Max tokens'),
    stop: t('Stop sequences'),
    seed: t('Seed'),
    presencePenalty: t('Presence penalty'),
    frequencyPenalty: t('Frequency penalty'),
    extra: t('Extra JSON'),
    systemPrompt: t('System prompt'),
    noAnswer: t('No answer.'),
    requestFailed: t('No answer: the request failed.'),
    figures: figuresLine,
    models: t('Models'),
    ownSettings: t('with its own settings'),
    noSettings: t('none'),
    blindComparison: t('Blind comparison'),
    sentAlone: t('Sent without the earlier turns.'),
    notAsked: t('Not asked.'),
    vote: voteLine,
  };
}

function voteLine(best: string | undefined, isBlind: boolean): string {
  if (best === undefined) return isBlind ? t('Voted, blind: tie') : t('Voted: tie');
  return isBlind ? t('Voted better, blind: {0}', best) : t('Voted better: {0}', best);
}

function figuresLine({ figures = { durationMs: 0 }, finishReason, state, deployment }: AnswerTurn): string {
  const { ttftMs, tokensPerSecond, completionTokens, isEstimated, isFirstRequest, isTogether } = figures;
  const about = isEstimated ? '≈ ' : '';
  const parts: string[] = [];
  if (ttftMs !== undefined) {
    const ttft = t('{0} to first token', secondsText(ttftMs));
    // It may include the loading of the adapter, so readers must not take it for the model's own latency.
    parts.push(isFirstRequest ? t('{0} (first request)', ttft) : ttft);
  }
  if (tokensPerSecond !== undefined) parts.push(about + rateText(tokensPerSecond));
  if (completionTokens !== undefined) parts.push(tokensText(completionTokens, isEstimated));
  if (isTogether && parts.length > 0) parts.push(t('measured while other answers were streaming'));
  parts.push(finishReason ?? state);
  const deployed = deployment && deploymentText(deployment);
  return [...parts, ...(deployed ? [deployed] : [])].join(' · ');
}
