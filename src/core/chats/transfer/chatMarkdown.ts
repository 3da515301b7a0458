import { attachmentLabel, isImage } from '../../attachments/attachment.ts';
import { messageText } from '../../attachments/attachmentContent.ts';
import { codeSpan } from '../../cleanText.ts';
import { columnNames, letterAt } from '../columns/columnNames.ts';
import { type Question, questionsOf } from '../columns/questions.ts';
import { orderOf, voteOn } from '../columns/votes.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { type Column, settingsOf, type Vote } from '../tree/column.ts';
import type { AnswerTurn, Conversation, UserTurn } from '../tree/conversation.ts';
import { hidesModels, isHidden } from '../tree/conversationTree.ts';
import type { NamedChat } from './chatJson.ts';

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

/** The words around the turns, in the user's language, without Markdown. */
export interface ChatMarkdownTexts extends Record<keyof ChatSettings, string> {
  /** The heading above the user's turns. */
  you: string;
  model: string;
  models: string;
  started: string;
  /** Shown instead of a comparison's title while its models are hidden. */
  blindComparison: string;
  /** Follows the name of a column that has its own settings, e.g. "with its own settings". */
  ownSettings: string;
  /** Shown instead of a column's own settings if none is set. */
  noSettings: string;
  /** Shown below a question that was sent without the earlier turns. */
  sentAlone: string;
  /** Shown instead of an answer that has no text: a sentence. */
  noAnswer: string;
  /** The same for an answer whose request failed. */
  requestFailed: string;
  /** The same for a column that was not asked. */
  notAsked: string;
  /** Returns the line below an answer: its metrics, its deployment and how it ended; omitted if empty. */
  figures: (answer: AnswerTurn) => string;
  /** `best`: the name of the best model; `undefined` for a tie. */
  vote: (best: string | undefined, isBlind: boolean) => string;
}

/**
 * Returns what the columns show as self-contained Markdown: title, models, settings, then each question once with every column's
 * answer. If a question's models are hidden, it names none of them.
 */
export function chatMarkdown({ conversation, connectionNames }: NamedChat, texts: ChatMarkdownTexts): string {
  const { title, columns, settings, createdAt } = conversation;
  const names = columnNames(columns);
  const isAnyHidden = hidesModels(conversation);
  const lines = columns.map((column) => columnLines(column, conversation, { names, connectionNames, texts }));
  const models = isAnyHidden
    ? []
    : columns.length === 1
      ? [`- ${texts.model}: ${lines[0]?.join('\n')}`]
      : several(lines);
  const facts = [
    ...models,
    `- ${texts.started}: ${new Date(createdAt).toISOString()}`,
    ...settingLines(settings, texts),
  ];
  const heading = title || (isAnyHidden ? texts.blindComparison : [...names.values()].join(', '));
  return joinBlocks([
    `# ${heading.replace(/\s+/gu, ' ')}`,
    facts.join('\n'),
    ...questionsOf(conversation).flatMap((question) => questionBlocks(question, conversation, names, texts)),
  ]);

  function several(all: string[][]): string[] {
    const items = all.flatMap(([first, ...rest]) => [
      `  - ${first}`,
      ...rest.map((line) => line.replace(/^(?!$)/gmu, '    ')),
    ]);
    return [`- ${texts.models}:`, ...items];
  }
}

interface Context {
  names: ReadonlyMap<string, string>;
  connectionNames: NamedChat['connectionNames'];
  texts: ChatMarkdownTexts;
}

/** Returns a column's name with its connection, then its own settings, as lines. */
function columnLines(
  column: Column,
  conversation: Conversation,
  { names, connectionNames, texts }: Context,
): string[] {
  const line = `${names.get(column.id)} (${connectionNames.get(column.connectionId) ?? ''})`;
  const settings = settingsOf(conversation, column);
  if (settings === conversation.settings) return [line];
  const own = settingLines(settings, texts);
  return own.length === 0
    ? [`${line}, ${texts.ownSettings}: ${texts.noSettings}`]
    : [`${line}, ${texts.ownSettings}:`, ...own];
}

function questionBlocks(
  question: Question,
  { columns, votes }: Conversation,
  names: Context['names'],
  texts: ChatMarkdownTexts,
): string[] {
  const { turn, cells } = question;
  const isSeveral = columns.length > 1;
  const isBlind = isHidden(turn);
  const vote = voteOn(question, votes);
  return [
    `## ${texts.you}`,
    withFencesClosed(messageText(turn)),
    pictures(turn),
    turn.isAlone && turn.parent !== undefined ? said(texts.sentAlone) : '',
    vote ? said(texts.vote(bestModel(vote), vote.isBlind ?? false)) : '',
    ...orderOf(columns, question).flatMap(({ id }, at) => {
      const answer = cells.get(id)?.answer;
      if (!answer && !isSeveral) return [];
      const name = isBlind ? letterAt(at) : (answer?.name ?? names.get(id) ?? '');
      const figures = answer && !isBlind ? texts.figures(answer) : '';
      const text = answer && (withFencesClosed(answer.text) || said(endText(answer, texts)));
      return [`${isSeveral ? '###' : '##'} ${name}`, text ?? said(texts.notAsked), said(figures)];
    }),
  ];
}

function bestModel({ best, among }: Vote): string | undefined {
  return best === undefined ? undefined : (among.find(({ column }) => column === best)?.name ?? best);
}

/** Joins blocks into a file, without the empty ones. */
function joinBlocks(blocks: readonly string[]): string {
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
function settingLines(settings: ChatSettings, texts: ChatMarkdownTexts): string[] {
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

/** Returns the pictures embedded, since the file is to be self-contained. */
function pictures({ attachments = [] }: UserTurn): string {
  return attachments
    .filter(isImage)
    .map((one) => `![${attachmentLabel(one).replace(/[\\[\]]/gu, '\\$&')}](${one.image})`)
    .join('\n\n');
}

function endText(answer: AnswerTurn, texts: ChatMarkdownTexts): string {
  return answer.state === 'failed' ? texts.requestFailed : texts.noAnswer;
}

/** Returns the text in italics, which tells it from the model's own words. */
function said(text: string): string {
  return text === '' ? '' : `_${text}_`;
}
