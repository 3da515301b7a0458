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
  const { title, model, settings } = conversation;
  const facts = [
    `- ${texts.model}: ${model} (${connectionName})`,
    startLine(conversation, texts),
    ...settingLines(settings, texts),
  ];
  const blocks = [titleHeading(title || model), facts.join('\n')];
  for (const turn of shownPath(conversation)) {
    if (turn.role === 'user') blocks.push(`## ${texts.you}`, ...messageBlocks(turn));
    else blocks.push(`## ${turn.model}`, ...answerBlocks(turn, texts));
  }
  return joinBlocks(blocks);
}

export function titleHeading(title: string): string {
  return `# ${title.replace(/\s+/gu, ' ')}`;
}

export function startLine({ createdAt }: Pick<Conversation, 'createdAt'>, texts: ChatMarkdownTexts): string {
  return `- ${texts.started}: ${new Date(createdAt).toISOString()}`;
}

/** Returns what the user said: the text, then the pictures. */
export function messageBlocks(turn: UserTurn): string[] {
  return [withFencesClosed(messageText(turn)), pictures(turn)];
}

/** Returns the answer, or why there is none, and its figures. */
export function answerBlocks(answer: AnswerTurn, texts: ChatMarkdownTexts): string[] {
  return [withFencesClosed(answer.text) || said(endText(answer, texts)), said(texts.figures(answer))];
}

/** Joins blocks into a file, without the empty ones. */
export function joinBlocks(blocks: readonly string[]): string {
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

/** Returns a list with the settings that were set. */
export function settingLines(settings: ChatSettings, texts: ChatMarkdownTexts): string[] {
  const { systemPrompt, stop, extra, ...numbers } = settings;
  const lines: string[] = [];
  for (const name of numberNames) {
    if (numbers[name] !== undefined) lines.push(`- ${texts[name]}: ${numbers[name]}`);
  }
  if (stop?.length)
    lines.push(`- ${texts.stop}: ${stop.map((one) => codeSpan(JSON.stringify(one))).join(', ')}`);
  if (extra) lines.push(`- ${texts.extra}: ${codeSpan(JSON.stringify(extra))}`);
  if (systemPrompt) lines.push(`- ${texts.systemPrompt}:\n\n${systemPrompt.replace(/^/gmu, '  > ')}`);
  return lines;
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
export function said(text: string): string {
  return text === '' ? '' : `_${text}_`;
}
