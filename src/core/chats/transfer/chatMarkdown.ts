import { attachmentLabel, isImage } from '../../attachments/attachment.ts';
import { messageText } from '../../attachments/attachmentBlock.ts';
import { codeSpan } from '../../codeSpan.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import type { AnswerTurn, Conversation, UserTurn } from '../tree/conversation.ts';
import { shownPath } from '../tree/conversationTree.ts';
import { withFencesClosed } from './markdownText.ts';

/** The words around the turns, in the user's language, without Markdown. */
export interface ChatMarkdownTexts extends Record<keyof ChatSettings, string> {
  /** The heading above the user's turns. */
  you: string;
  model: string;
  started: string;
  /** A sentence shown instead of an answer without text. */
  noAnswer: string;
  /** The same, if the request failed. */
  requestFailed: string;
  /** The line below an answer: its figures and how it ended; omitted if empty. */
  figures: (answer: AnswerTurn) => string;
}

/** Returns the shown path as self-contained Markdown: title, settings, then each turn under a heading. */
export function chatMarkdown(
  conversation: Conversation,
  connectionName: string,
  texts: ChatMarkdownTexts,
): string {
  const title = (conversation.title || conversation.model).replace(/\s+/gu, ' ');
  const blocks = [`# ${title}`, settingsLines(conversation, connectionName, texts)];
  for (const turn of shownPath(conversation)) {
    if (turn.role === 'user')
      blocks.push(`## ${texts.you}`, withFencesClosed(messageText(turn)), pictures(turn));
    else
      blocks.push(
        `## ${turn.model}`,
        withFencesClosed(turn.text) || said(endText(turn, texts)),
        said(texts.figures(turn)),
      );
  }
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const numberNames = [
  'temperature',
  'topP',
  'maxTokens',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
] as const;

function settingsLines(conversation: Conversation, connectionName: string, texts: ChatMarkdownTexts): string {
  const { systemPrompt, stop, extra, ...numbers } = conversation.settings;
  const lines = [
    `- ${texts.model}: ${conversation.model} (${connectionName})`,
    `- ${texts.started}: ${new Date(conversation.createdAt).toISOString()}`,
  ];
  for (const name of numberNames) {
    if (numbers[name] !== undefined) lines.push(`- ${texts[name]}: ${numbers[name]}`);
  }
  if (stop?.length)
    lines.push(`- ${texts.stop}: ${stop.map((one) => codeSpan(JSON.stringify(one))).join(', ')}`);
  if (extra) lines.push(`- ${texts.extra}: ${codeSpan(JSON.stringify(extra))}`);
  if (systemPrompt) lines.push(`- ${texts.systemPrompt}:\n\n${systemPrompt.replace(/^/gmu, '  > ')}`);
  return lines.join('\n');
}

/** Embedded, since the file is to be self-contained. */
function pictures({ attachments = [] }: UserTurn): string {
  return attachments
    .filter(isImage)
    .map((one) => `![${attachmentLabel(one).replace(/[\\[\]]/gu, '\\$&')}](${one.image})`)
    .join('\n\n');
}

function endText(answer: AnswerTurn, texts: ChatMarkdownTexts): string {
  return answer.state === 'failed' ? texts.requestFailed : texts.noAnswer;
}

/** In italics: not the model's own words. */
function said(text: string): string {
  return text === '' ? '' : `_${text}_`;
}
