import { attachmentLabel, isImage } from './attachment.ts';
import { messageText } from './attachmentBlock.ts';
import type { AnswerTurn, Conversation, UserTurn } from './conversation.ts';
import { shownPath } from './conversationTree.ts';

/** What is said around the turns, in the person's language; without the marks of Markdown. */
export interface ChatMarkdownWords {
  /** The heading above the person's turns. */
  you: string;
  model: string;
  started: string;
  temperature: string;
  topP: string;
  maxTokens: string;
  systemPrompt: string;
  /** A sentence in place of an answer without text. */
  noAnswer: string;
  /** The same, where the request failed. */
  requestFailed: string;
  /** The line below an answer: its figures and how it ended; an empty one is left out. */
  figures: (answer: AnswerTurn) => string;
}

/** The shown path as Markdown that reads well alone: title, settings, then each turn under a heading. */
export function chatMarkdown(
  conversation: Conversation,
  connectionName: string,
  words: ChatMarkdownWords,
): string {
  const parts = [`# ${conversation.title}`, settingsLines(conversation, connectionName, words)];
  for (const turn of shownPath(conversation)) {
    if (turn.role === 'user') parts.push(`## ${words.you}`, messageText(turn), pictures(turn));
    else parts.push(`## ${turn.model}`, turn.text || said(endText(turn, words)), said(words.figures(turn)));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function settingsLines(conversation: Conversation, connectionName: string, words: ChatMarkdownWords): string {
  const { systemPrompt, temperature, topP, maxTokens } = conversation.settings;
  const lines = [
    `- ${words.model}: ${conversation.model} (${connectionName})`,
    `- ${words.started}: ${new Date(conversation.createdAt).toISOString()}`,
  ];
  if (temperature !== undefined) lines.push(`- ${words.temperature}: ${temperature}`);
  if (topP !== undefined) lines.push(`- ${words.topP}: ${topP}`);
  if (maxTokens !== undefined) lines.push(`- ${words.maxTokens}: ${maxTokens}`);
  if (systemPrompt) lines.push(`- ${words.systemPrompt}:\n\n${systemPrompt.replace(/^/gmu, '  > ')}`);
  return lines.join('\n');
}

/** Held in the file itself: it shall read well alone. */
function pictures({ attachments = [] }: UserTurn): string {
  return attachments
    .filter(isImage)
    .map((one) => `![${attachmentLabel(one).replace(/[\\[\]]/gu, '\\$&')}](${one.image})`)
    .join('\n\n');
}

function endText(answer: AnswerTurn, words: ChatMarkdownWords): string {
  return answer.state === 'failed' ? words.requestFailed : words.noAnswer;
}

/** In italics: not the model's own words. */
function said(text: string): string {
  return text === '' ? '' : `_${text}_`;
}
