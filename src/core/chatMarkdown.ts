import type { AnswerTurn, Conversation } from './conversation.ts';
import { shownPath } from './conversationTree.ts';

/** The shown path as Markdown that reads well alone: title, settings, then each turn under a heading. */
export function chatMarkdown(conversation: Conversation, connectionName: string): string {
  const parts = [`# ${conversation.title}`, settingsLines(conversation, connectionName)];
  for (const turn of shownPath(conversation)) {
    if (turn.role === 'user') parts.push('## You', turn.text);
    else parts.push(`## ${turn.model}`, turn.text || `_${endText(turn)}_`, figuresLine(turn));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function settingsLines(conversation: Conversation, connectionName: string): string {
  const { systemPrompt, temperature, topP, maxTokens } = conversation.settings;
  const lines = [
    `- Model: ${conversation.model} (${connectionName})`,
    `- Started: ${new Date(conversation.createdAt).toISOString()}`,
  ];
  if (temperature !== undefined) lines.push(`- Temperature: ${temperature}`);
  if (topP !== undefined) lines.push(`- Top P: ${topP}`);
  if (maxTokens !== undefined) lines.push(`- Max tokens: ${maxTokens}`);
  if (systemPrompt) lines.push(`- System prompt:\n\n${systemPrompt.replace(/^/gmu, '  > ')}`);
  return lines.join('\n');
}

function endText(answer: AnswerTurn): string {
  return answer.state === 'failed' ? 'No answer: the request failed.' : 'No answer.';
}

function figuresLine(answer: AnswerTurn): string {
  const { ttftMs, tokensPerSecond, completionTokens, isEstimated } = answer.figures ?? {};
  const about = isEstimated ? '≈ ' : '';
  const figures: string[] = [];
  if (ttftMs !== undefined) figures.push(`${(ttftMs / 1000).toFixed(2)} s to first token`);
  if (tokensPerSecond !== undefined) figures.push(`${about}${Math.round(tokensPerSecond)} tokens/s`);
  if (completionTokens !== undefined) figures.push(`${about}${completionTokens} tokens`);
  figures.push(answer.finishReason ?? answer.state);
  return `_${figures.join(' · ')}_`;
}
