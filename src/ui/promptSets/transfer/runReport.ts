import { codeBlock } from '../../../core/cleanText.ts';
import { textWithCalls } from '../../../core/messageContent.ts';
import { intervalBar } from '../../../core/promptSets/report/intervalBar.ts';
import { runFindings } from '../../../core/promptSets/report/runFindings.ts';
import { readRunRow, runRows } from '../../../core/promptSets/report/runRows.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { TagLine, VerdictWords } from '../../../core/promptSets/words/findingWords.ts';
import { judgeNotices, judgeTexts } from '../../../core/promptSets/words/judgeText.ts';
import { ratingTexts } from '../../../core/promptSets/words/preferenceText.ts';
import { runFacts } from '../../../core/promptSets/words/runFacts.ts';
import { type RunDisplay, runNotices } from '../../../core/promptSets/words/runNotices.ts';
import { runVerdictTexts } from '../../../core/promptSets/words/runVerdictTexts.ts';
import { callErrorTexts, summaryHeadings, summaryRow } from '../../../core/promptSets/words/summaryText.ts';
import { tagLines } from '../../../core/promptSets/words/tagText.ts';
import type { RunComparison, RunPageAnswer, RunPageDetail } from '../../../protocol/run.ts';
import { t } from '../../shared/text/t.ts';
import { type RunServices, runSituation } from '../runServices.ts';
import { pageDetail } from '../words/detailText.ts';
import { runDisplay } from '../words/failureText.ts';

/** So many prompts are quoted. */
const maxPrompts = 5;
/** So much is quoted of a text, in characters. */
const maxLetters = 1500;

/**
 * Returns a run as a report in Markdown: what it found in words, with bars, what has changed since an earlier run, its figures, and
 * what got worse most.
 */
export async function runReport(
  file: RunFile,
  { runs, connections }: Pick<RunServices, 'runs' | 'connections'>,
  comparison?: RunComparison,
): Promise<string> {
  const { run } = file;
  const display = runDisplay(run, connections);
  const names = display.names.map((name, at) => (run.models[at]?.isNoiseFloor ? t('{0} again', name) : name));
  const situation = runSituation(file, { runs }, await runs.isElsewhere(run.id));
  const findings = await runFindings(file, runs.verdictThread, situation);
  const rows = findings.summaries.map((one) => [
    names[one.model] ?? '',
    ...summaryRow(t, one, findings).cells.map(({ text }) => text),
  ]);
  const parts = [
    `# ${escaped(run.set.name)}`,
    escaped(runFacts(t, run, connections)),
    ...[runVerdictTexts, ratingTexts].flatMap((texts) => texts(findings, display).map(verdictMarkdown)),
    listText(runNotices(file, situation, display)),
    ...(findings.judged.length > 0 ? [`## ${t('Judge')}`] : []),
    ...judgeTexts(findings, display).map(verdictMarkdown),
    listText(judgeNotices(findings, situation, display)),
    ...(comparison ? comparisonParts(comparison) : []),
    `## ${t('Summary')}`,
    tableText([t('model'), ...summaryHeadings(t, run)], rows),
    listText(callErrorTexts(findings, display)),
    ...tagLines(findings, display).map(tagMarkdown),
    t("Intervals are at 95%. *How This Is Computed* on the run's page has the formulas and their sources."),
    ...(await exampleParts(file, { ...display, names }, findings.progress.state === 'running')),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function comparisonParts({ title, facts, verdicts, versions }: RunComparison): string[] {
  const rows = versions?.rows.map(({ name, cells }) => [name, ...cells]);
  return [
    `## ${escaped(title)}`,
    listText(facts.flatMap(({ name, texts }) => texts.map((text) => t('{0}: {1}', name, text)))),
    ...verdicts.map(verdictMarkdown),
    ...(versions ? [tableText(versions.headings, rows ?? []), escaped(versions.note)] : []),
  ];
}

function listText(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${escaped(sentence)}`).join('\n');
}

/** Returns as Markdown the prompts that got worse most or, if nothing is checked, whose answers differ. */
async function exampleParts(
  file: RunFile,
  { names, errorWords }: RunDisplay,
  isRunning: boolean,
): Promise<string[]> {
  const { run, index } = file;
  if (run.models.length < 2) return [];
  const rows = await runRows(file, index.hasChecks ? 'worse' : 'differs');
  const heading = `## ${index.hasChecks ? t('What Got Worse') : t('Where Answers Differ')}`;
  if (rows.length === 0) return [heading, t('No prompt.')];
  const parts = [heading];
  if (rows.length > maxPrompts) parts.push(t('The first {0} of {1} prompts.', maxPrompts, rows.length));
  for (const prompt of rows.slice(0, maxPrompts)) {
    const detail = pageDetail(await readRunRow(file, prompt), errorWords, isRunning);
    parts.push(...promptParts(detail, names));
  }
  return parts;
}

function promptParts(detail: RunPageDetail, names: readonly string[]): string[] {
  const { label, messages, expected, answers } = detail;
  return [
    `### ${t('Prompt {0}', escaped(label))}`,
    ...messages.flatMap(({ role, text, calls }) =>
      quoted(messages.length > 1 ? role : '', textWithCalls({ text, toolCalls: calls })),
    ),
    ...(expected === undefined ? [] : quoted(t('Expected'), expected)),
    ...names.flatMap((name, model) => {
      const own = answers.filter((answer) => answer.model === model);
      // Of repetitions, one that shows the difference.
      const [telling = own[0]] = own.filter((answer) => passes(answer) === (model === 0));
      return telling ? answerParts(telling, name) : [];
    }),
  ];
}

function answerParts({ alert, checks, calls, ...answer }: RunPageAnswer, name: string): string[] {
  const text = textWithCalls({ ...answer, toolCalls: calls });
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
function verdictMarkdown({ text, test = '', interval }: VerdictWords): string {
  const said = [`**${escaped(text)}**`, escaped(test)].filter(Boolean).join(' ');
  if (!interval) return said;
  const bar = Buffer.from(intervalBar(interval, text, interval.minimum)).toString('base64');
  return `${said}\n\n![${escaped(text)}](data:image/svg+xml;base64,${bar})`;
}
