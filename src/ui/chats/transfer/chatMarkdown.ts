import { attachmentLabel, isImage } from '../../../core/attachments/attachment.ts';
import { messageText } from '../../../core/attachments/attachmentContent.ts';
import { letterAt, orderOf } from '../../../core/chats/columns/blind.ts';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import { type Row, rowsOf } from '../../../core/chats/columns/rows.ts';
import { voteOn } from '../../../core/chats/columns/votes.ts';
import type { NamedChat } from '../../../core/chats/transfer/chatJson.ts';
import type { ChatSettings } from '../../../core/chats/tree/chatSettings.ts';
import { type Column, settingsOf, type Vote } from '../../../core/chats/tree/column.ts';
import type { Answer, Conversation, Question } from '../../../core/chats/tree/conversation.ts';
import { hidesModels, isHidden, isSentAlone } from '../../../core/chats/tree/conversationTree.ts';
import { codeBlock, codeSpan } from '../../../core/cleanText.ts';
import { textWithCalls } from '../../../core/messageContent.ts';
import { t } from '../../shared/text/t.ts';
import { deploymentText, metricTexts } from '../page/metricsText.ts';

const fenceLine = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/su;

/** Returns the text with a code block closed that was left open, as in a cut answer: it would swallow what follows. */
export function withFencesClosed(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, marks = '', rest = ''] = fenceLine.exec(line) ?? [];
    if (open === undefined) {
      // Backticks followed by others on the same line are inline code, not a fence.
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) open = marks;
    } else if (marks.startsWith(open) && rest.trim() === '') open = undefined;
  }
  if (open === undefined) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${open}`;
}

/**
 * Returns what the columns show as self-contained Markdown: title, models, settings, then each question once with every column's
 * answer. If a question's models are hidden, it names none of them.
 */
export function chatMarkdown({ conversation, connectionNames }: NamedChat): string {
  const { title, columns, settings, createdAt } = conversation;
  const names = columnNames(columns);
  const isAnyHidden = hidesModels(conversation);
  /** Returns a column's name with its connection, then its own settings. */
  const linesOf = (column: Column): string[] => {
    const line = `${names.get(column.id)} (${connectionNames.get(column.connectionId) ?? ''})`;
    const own = settingsOf(conversation, column);
    if (own === settings) return [line];
    const lines = settingLines(own);
    const start = `${line}, ${t('with its own settings')}:`;
    return lines.length === 0 ? [`${start} ${t('none')}`] : [start, ...lines];
  };
  const several = () => [
    `- ${t('Models')}:`,
    ...columns.flatMap((column) => {
      const [first, ...rest] = linesOf(column);
      return [`  - ${first}`, ...rest.map((line) => line.replace(/^(?!$)/gmu, '    '))];
    }),
  ];
  const single = () => [`- ${t('Model')}: ${linesOf(columns[0]).join('\n')}`];
  const facts = [
    ...(isAnyHidden ? [] : columns.length === 1 ? single() : several()),
    `- ${t('Started')}: ${new Date(createdAt).toISOString()}`,
    ...settingLines(settings),
  ];
  const heading = title || (isAnyHidden ? t('Blind comparison') : [...names.values()].join(', '));
  const blocks = [
    `# ${heading.replace(/\s+/gu, ' ')}`,
    facts.join('\n'),
    ...rowsOf(conversation).flatMap((row) => rowBlocks(row, conversation, names)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function rowBlocks(
  row: Row,
  { columns, votes, answers }: Conversation,
  names: ReadonlyMap<string, string>,
): string[] {
  const { question, cells } = row;
  const isSeveral = columns.length > 1;
  const isBlind = isHidden(question);
  const vote = voteOn(row, votes);
  const isBelow = isSentAlone(question) && question.below !== undefined;
  return [
    `## ${t('You')}`,
    withFencesClosed(messageText(question)),
    pictures(question),
    isBelow ? said(t('Sent without the earlier turns.')) : '',
    vote ? said(voteLine(vote, answers)) : '',
    ...orderOf(columns, question).flatMap(({ id }, at) => {
      const answer = cells.get(id)?.answer;
      if (!answer && !isSeveral) return [];
      const name = isBlind ? letterAt(at) : (answer?.name ?? names.get(id) ?? '');
      const figures = answer && !isBlind ? figuresLine(answer) : '';
      const text =
        answer &&
        (answerBlocks(answer) ||
          said(answer.state === 'failed' ? t('No answer: the request failed.') : t('No answer.')));
      return [`${isSeveral ? '###' : '##'} ${name}`, text ?? said(t('Not asked.')), said(figures)];
    }),
  ];
}

function answerBlocks({ text, toolCalls = [] }: Answer): string {
  const calls = toolCalls.map((call) => codeBlock(textWithCalls({ text: '', toolCalls: [call] })));
  return [withFencesClosed(text), ...calls].filter(Boolean).join('\n\n');
}

function voteLine({ best, among, isBlind }: Vote, answers: Conversation['answers']): string {
  if (best === undefined) return isBlind ? t('Voted, blind: tie') : t('Voted: tie');
  const winner = among.find((id) => answers.get(id)?.column === best);
  const name = answers.get(winner ?? '')?.name ?? best;
  return isBlind ? t('Voted better, blind: {0}', name) : t('Voted better: {0}', name);
}

/** Returns a list with the settings that were set. */
function settingLines(settings: ChatSettings): string[] {
  const { systemPrompt, stop, extra } = settings;
  const facts: [label: string, value: number | string | undefined][] = [
    [t('Temperature'), settings.temperature],
    [t('Top P'), settings.topP],
    [t('Max tokens'), settings.maxTokens],
    [t('Seed'), settings.seed],
    [t('Presence penalty'), settings.presencePenalty],
    [t('Frequency penalty'), settings.frequencyPenalty],
    [t('Stop sequences'), stop?.map((one) => codeSpan(JSON.stringify(one))).join(', ') || undefined],
    [t('Extra JSON'), extra && codeSpan(JSON.stringify(extra))],
  ];
  const lines = facts.flatMap(([label, value]) => (value === undefined ? [] : [`- ${label}: ${value}`]));
  if (systemPrompt) lines.push(`- ${t('System prompt')}:\n\n${systemPrompt.replace(/^/gmu, '  > ')}`);
  return lines;
}

/** Returns the pictures embedded, since the file is to be self-contained. */
function pictures({ attachments = [] }: Question): string {
  return attachments
    .filter(isImage)
    .map((one) => `![${attachmentLabel(one).replace(/[\\[\]]/gu, '\\$&')}](${one.image})`)
    .join('\n\n');
}

/** Returns the line below an answer: its metrics, how it ended, and its deployment. */
export function figuresLine({ figures, finishReason, state, deployment }: Answer): string {
  const parts = metricTexts(figures);
  if (figures?.isTogether && parts.length > 0) parts.push(t('measured while other answers were streaming'));
  const deployed = deployment && deploymentText(deployment);
  return [...parts, finishReason ?? state, ...(deployed ? [deployed] : [])].join(' · ');
}

/** Returns the text in italics, which tells it from the model's own words. */
function said(text: string): string {
  return text === '' ? '' : `_${text}_`;
}
