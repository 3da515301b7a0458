import type { NamedChat } from '../transfer/chatJson.ts';
import {
  answerBlocks,
  type ChatMarkdownTexts,
  joinBlocks,
  messageBlocks,
  said,
  settingLines,
  startLine,
  titleHeading,
} from '../transfer/chatMarkdown.ts';
import { type Column, type Comparison, ownSettings, type Vote } from '../tree/comparison.ts';
import type { AnswerTurn } from '../tree/conversation.ts';
import { columnNames } from './columnNames.ts';
import { type Question, questionsOf } from './questions.ts';

/** The words around a comparison's turns, in the user's language, without Markdown. */
export interface CompareMarkdownTexts extends ChatMarkdownTexts {
  models: string;
  /** Follows a column's name if it doesn't share the settings, e.g. "with its own settings". */
  ownSettings: string;
  /** In place of a column's own settings if none is set. */
  noSettings: string;
  /** Below a question that not all columns have. */
  askedOf: (names: readonly string[]) => string;
  /** `best`: a name; `undefined` for a tie. */
  vote: (best: string | undefined, isBlind: boolean) => string;
}

interface Context {
  comparison: Comparison;
  columns: readonly Column[];
  votes: readonly Vote[];
  /** By column id. */
  names: ReadonlyMap<string, string>;
  isHidden: boolean;
  texts: CompareMarkdownTexts;
}

/**
 * Returns what the columns show as self-contained Markdown: title, models, settings, then each question once with every
 * column's answer. While the models are hidden, it names no model and no figure.
 */
export function compareMarkdown(
  { conversation, connectionNames }: NamedChat,
  comparison: Comparison,
  texts: CompareMarkdownTexts,
): string {
  const { columns, votes, blind } = comparison;
  const isHidden = blind === 'hidden';
  const names = columnNames(comparison);
  const figures = isHidden ? () => '' : texts.figures;
  const context: Context = { comparison, columns, votes, names, isHidden, texts: { ...texts, figures } };
  const facts = [
    `- ${texts.models}:`,
    ...columns.flatMap((column) => columnLines(column, connectionNames, context)),
    startLine(conversation, texts),
    ...settingLines(conversation.settings, texts),
  ];
  return joinBlocks([
    titleHeading(conversation.title || [...names.values()].join(', ')),
    facts.join('\n'),
    ...questionsOf(conversation).flatMap((question) => questionBlocks(question, context)),
  ]);
}

function columnLines(
  column: Column,
  connectionNames: NamedChat['connectionNames'],
  { comparison, names, isHidden, texts }: Context,
): string[] {
  const { id, connectionId } = column;
  const settings = ownSettings(comparison, column);
  const connection = isHidden ? '' : ` (${connectionNames.get(connectionId) ?? ''})`;
  const line = `  - ${names.get(id)}${connection}`;
  if (!settings) return [line];
  const own = settingLines(settings, texts);
  if (own.length === 0) return [`${line}, ${texts.ownSettings}: ${texts.noSettings}`];
  return [`${line}, ${texts.ownSettings}:`, ...own.map((one) => one.replace(/^(?!$)/gmu, '    '))];
}

function questionBlocks({ ask, turn, answers }: Question, context: Context): string[] {
  const { columns, votes, names, texts } = context;
  const asked = columns.filter(({ id }) => answers.has(id));
  const askedOf = texts.askedOf(asked.map(({ id }) => names.get(id) ?? ''));
  const vote = votes.find((one) => one.ask === ask);
  // An answer from before the comparison stands in several columns.
  const sections = Map.groupBy(asked, ({ id }) => answers.get(id)?.id ?? id);
  return [
    `## ${texts.you}`,
    ...messageBlocks(turn),
    asked.length < columns.length ? said(askedOf) : '',
    vote ? said(texts.vote(bestName(vote, context), vote.isBlind ?? false)) : '',
    ...[...sections.values()].flatMap((section) =>
      sectionBlocks(section, answers.get(section[0]?.id ?? ''), context),
    ),
  ];
}

function sectionBlocks(
  section: readonly Column[],
  answer: AnswerTurn | undefined,
  context: Context,
): string[] {
  const { names, isHidden, texts } = context;
  const own = section.map(({ id }) => names.get(id)).join(', ');
  // The column may have had another model then.
  const isOwn = section.length === 1 && (!answer || section[0]?.model === answer.model);
  const name = isHidden || isOwn || !answer ? own : answer.model;
  return [`### ${name}`, ...(answer ? answerBlocks(answer, texts) : [said(texts.noAnswer)])];
}

function bestName({ best, among }: Vote, { columns, names }: Context): string | undefined {
  if (best === undefined) return undefined;
  const model = among.find(({ column }) => column === best)?.model;
  const isAsItWas = columns.find(({ id }) => id === best)?.model === model;
  return (isAsItWas ? names.get(best) : model) ?? best;
}
