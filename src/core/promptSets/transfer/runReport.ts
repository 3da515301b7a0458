import { cleanText, codeBlock } from '../../cleanText.ts';
import { textWithCalls } from '../../messageContent.ts';
import { contentText } from '../prompt.ts';
import type { intervalBar } from '../report/intervalBar.ts';
import type { RunFindings, RunSituation } from '../report/runFindings.ts';
import { type RowCell, type RunRow, readRunRow, runRows } from '../report/runRows.ts';
import type { RunFile } from '../run/runFile.ts';
import type { ChangeFact, TagLine, VerdictWords, VersionTable } from '../words/findingWords.ts';
import { type NamedConnections, runFacts } from '../words/runFacts.ts';
import { answerAlert, type RunDisplay, runNotices } from '../words/runNotices.ts';
import { runVerdictTexts } from '../words/runVerdictTexts.ts';
import { callErrorTexts, summaryHeadings, summaryRow } from '../words/summaryText.ts';
import { tagLines } from '../words/tagText.ts';

/** So many prompts are quoted. */
const maxPrompts = 5;
/** So much is quoted of a text, in characters. */
const maxLetters = 1500;

/** What is said in a report, and how. */
export interface ReportParts {
  findings: RunFindings;
  display: RunDisplay;
  situation: Omit<RunSituation, 'minimumDifference'>;
  connections?: NamedConnections;
  /** With an earlier run, as the run's page shows it. */
  comparison?:
    | { title: string; facts: ChangeFact[]; verdicts: VerdictWords[]; versions?: VersionTable }
    | undefined;
  /** Said in place of what the checks found out about the run's own models. */
  verdicts?: readonly VerdictWords[];
  /** What ratings and judges found. */
  preferred?: { rated: VerdictWords[]; judged: VerdictWords[]; judgeNotices: string[] };
  /** Draws an interval; without it, none is drawn. */
  barOf?: typeof intervalBar;
}

/**
 * Returns a run as a report in Markdown: what it found in words, with bars, what has changed since an earlier run, its figures, and
 * what got worse most.
 */
export async function runReport(file: RunFile, parts: ReportParts): Promise<string> {
  const { run } = file;
  const { findings, display, situation, connections, comparison, barOf } = parts;
  const { t } = display;
  const { verdicts = runVerdictTexts(findings, display), preferred } = parts;
  const names = display.names.map((name, at) => (run.models[at]?.isNoiseFloor ? t('{0} again', name) : name));
  const rows = findings.summaries.map((one) => [
    names[one.model] ?? '',
    ...summaryRow(t, one, findings).cells.map(({ text }) => text),
  ]);
  const saidOf = (words: readonly VerdictWords[]) => words.map((one) => verdictMarkdown(one, barOf));
  const texts = [
    `# ${escaped(run.set.name)}`,
    escaped(runFacts(t, run, connections)),
    ...saidOf([...verdicts, ...(preferred?.rated ?? [])]),
    listText(runNotices(file, situation, display)),
    ...(preferred?.judged.length
      ? [`## ${t('Judge')}`, ...saidOf(preferred.judged), listText(preferred.judgeNotices)]
      : []),
    ...(comparison
      ? [
          `## ${escaped(comparison.title)}`,
          listText(
            comparison.facts.flatMap(({ name, texts }) => texts.map((text) => t('{0}: {1}', name, text))),
          ),
          ...saidOf(comparison.verdicts),
          ...versionParts(comparison.versions),
        ]
      : []),
    `## ${t('Summary')}`,
    tableText([t('model'), ...summaryHeadings(t, run)], rows),
    listText(callErrorTexts(findings, display)),
    ...tagLines(findings, display).map(tagMarkdown),
    t("Intervals are at 95%. *How This Is Computed* on the run's page has the formulas and their sources."),
    ...(await exampleParts(file, { ...display, names }, findings.progress.state === 'running')),
  ];
  return `${texts.filter(Boolean).join('\n\n')}\n`;
}

function versionParts(versions: VersionTable | undefined): string[] {
  if (!versions) return [];
  const rows = versions.rows.map(({ name, cells }) => [name, ...cells]);
  return [tableText(versions.headings, rows), escaped(versions.note)];
}

function listText(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${escaped(sentence)}`).join('\n');
}

/** Returns as Markdown the prompts that got worse most or, if nothing is checked, whose answers differ. */
async function exampleParts(file: RunFile, display: RunDisplay, isRunning: boolean): Promise<string[]> {
  const { run, index } = file;
  const { t } = display;
  if (run.models.length < 2) return [];
  const rows = await runRows(file, index.hasChecks ? 'worse' : 'differs');
  const heading = `## ${index.hasChecks ? t('What Got Worse') : t('Where Answers Differ')}`;
  if (rows.length === 0) return [heading, t('No prompt.')];
  const parts = [heading];
  if (rows.length > maxPrompts) parts.push(t('The first {0} of {1} prompts.', maxPrompts, rows.length));
  for (const prompt of rows.slice(0, maxPrompts))
    parts.push(...promptParts(await readRunRow(file, prompt), display, isRunning));
  return parts;
}

function promptParts({ prompt, asked, cells }: RunRow, display: RunDisplay, isRunning: boolean): string[] {
  const { t, names } = display;
  const { id = String(prompt + 1), messages = [], expected } = asked ?? {};
  return [
    `### ${t('Prompt {0}', escaped(cleanText(id, 40)))}`,
    ...messages.flatMap((message) =>
      quoted(
        messages.length > 1 ? message.role : '',
        textWithCalls({ text: contentText(message), toolCalls: message.toolCalls }),
      ),
    ),
    ...(expected === undefined ? [] : quoted(t('Expected'), expected)),
    ...names.flatMap((name, model) => {
      const own = cells.filter((cell) => cell.model === model);
      // Of repetitions, one that shows the difference.
      const [telling = own[0]] = own.filter(({ check }) => (check === 'passed') === (model === 0));
      return telling ? answerParts(telling, name, answerAlert(telling, display, isRunning)) : [];
    }),
  ];
}

function answerParts({ result, checks = [] }: RowCell, name: string, alert = ''): string[] {
  const text = textWithCalls({ text: result?.text ?? '', toolCalls: result?.toolCalls });
  const said = checks.map(
    ({ passed, reason, isUnchecked }) =>
      `${isUnchecked ? '–' : passed ? '✓' : '✗'} ${cleanText(reason, 500)}`,
  );
  const head = [name, ...said, alert].filter(Boolean).join(' · ');
  return text === '' ? [`**${escaped(head)}**`] : quoted(head, text);
}

function quoted(head: string, text: string): string[] {
  const cut = text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text;
  return [...(head ? [`**${escaped(head)}**`] : []), codeBlock(cut)];
}

/** Returns a text with nothing in it that Markdown would change, on one line. */
function escaped(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\\`*_~[\]<>|#&!$]/gu, '\\$&');
}

function tagMarkdown({ title, tags, notes }: TagLine): string {
  return `**${escaped(title)}**: ${escaped([...tags.map(({ text }) => text), ...notes].join(' · '))}`;
}

function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(headings), `|${headings.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Returns what is said of a model, its test, and its interval as a bar: an image within the file, so that nothing is beside it. */
function verdictMarkdown({ text, test = '', interval }: VerdictWords, barOf: ReportParts['barOf']): string {
  const said = [`**${escaped(text)}**`, escaped(test)].filter(Boolean).join(' ');
  if (!interval || !barOf) return said;
  const bar = Buffer.from(barOf(interval, text, interval.minimum)).toString('base64');
  return `${said}\n\n![${escaped(text)}](data:image/svg+xml;base64,${bar})`;
}
