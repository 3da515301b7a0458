import { codeBlock } from '../../../core/cleanText.ts';
import { readRunRow, runRows } from '../../../core/promptSets/report/runRows.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RunPageAnswer, RunPageDetail } from '../../../protocol/run.ts';
import { t } from '../../shared/text/t.ts';
import { pageDetail } from '../words/detailText.ts';
import type { ErrorWords } from '../words/rowText.ts';
import { escaped } from './markdown.ts';

/** So many prompts are quoted. */
const maxPrompts = 5;
/** So much is quoted of a text, in characters. */
const maxLetters = 1500;

interface About {
  /** The models, as they are shown. */
  names: readonly string[];
  errorWords: ErrorWords;
  isRunning: boolean;
}

/** Returns as Markdown the prompts that got worse most or, if nothing is checked, whose answers differ. */
export async function exampleParts(file: RunFile, about: About): Promise<string[]> {
  const { run, index } = file;
  if (run.models.length < 2) return [];
  const rows = await runRows(file, index.hasChecks ? 'worse' : 'differs');
  const heading = `## ${index.hasChecks ? t('What Got Worse') : t('Where Answers Differ')}`;
  if (rows.length === 0) return [heading, t('No prompt.')];
  const parts = [heading];
  if (rows.length > maxPrompts) parts.push(t('The first {0} of {1} prompts.', maxPrompts, rows.length));
  for (const prompt of rows.slice(0, maxPrompts)) {
    const detail = pageDetail(await readRunRow(file, prompt), about.errorWords, about.isRunning);
    parts.push(...promptParts(detail, about.names));
  }
  return parts;
}

function promptParts(detail: RunPageDetail, names: readonly string[]): string[] {
  const { label, messages, expected, answers } = detail;
  return [
    `### ${t('Prompt {0}', escaped(label))}`,
    ...messages.flatMap(({ role, text }) => quoted(messages.length > 1 ? role : '', text)),
    ...(expected === undefined ? [] : quoted(t('Expected'), expected)),
    ...names.flatMap((name, model) => {
      const own = answers.filter((answer) => answer.model === model);
      // Of repetitions, one that shows the difference.
      const [telling = own[0]] = own.filter((answer) => passes(answer) === (model === 0));
      return telling ? answerParts(telling, name) : [];
    }),
  ];
}

function answerParts({ text, alert, checks }: RunPageAnswer, name: string): string[] {
  const marks = { passed: '✓', failed: '✗', none: '–' };
  const said = checks.map(({ is, text }) => `${marks[is]} ${text}`);
  const head = [name, ...said, alert ?? ''].filter(Boolean).join(' · ');
  return text === '' ? [`**${escaped(head)}**`] : quoted(head, text);
}

function passes({ checks }: RunPageAnswer): boolean {
  return checks.every(({ is }) => is === 'passed');
}

function quoted(head: string, text: string): string[] {
  const cut = text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text;
  return [...(head ? [`**${escaped(head)}**`] : []), codeBlock(cut)];
}
