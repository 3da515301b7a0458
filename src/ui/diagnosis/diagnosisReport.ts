import { cleanText } from '../../core/cleanText.ts';
import { type Diagnosis, type Step, stepOutcome } from '../../core/diagnosis/diagnosis.ts';
import { redactSecrets, redactText } from '../../core/diagnosis/redact.ts';
import { shownName } from '../../core/shownName.ts';
import { hidingCommand } from '../models/hidingPlaces.ts';
import type { Lens } from '../shared/readOnlyDocuments.ts';
import { t } from '../shared/text/t.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { resultText } from './resultText.ts';
import { type Redact, stepLabel, stepLines } from './stepText.ts';

/** Line length in characters, so that most windows and tickets show whole lines. */
const lineLength = 72;

/** Number of the line that begins with the result, from 0. */
const resultLine = 2;

/**
 * Formats the report as Markdown with aligned columns, so that it reads well unrendered. It begins with the result: what was
 * found, and what to do. `secrets` are the key and the values of additional headers; they and all email addresses are removed
 * from whatever the service said.
 */
export function diagnosisText(diagnosis: Diagnosis, secrets: readonly string[]): string {
  const { connection, startedAt, steps, hiddenNames } = diagnosis;
  const redact = (text: string) => redactText(text, secrets, hiddenNames);
  const name = cleanText(connection.name, 60);
  const note = t(
    "You can paste this report into a ticket. It names hosts, network addresses, the model of the chat and some of those in VS Code's chat. It contains no API keys, header values, proxy passwords, email addresses or chats.",
  );
  const text = [
    `# ${t('Diagnosis of {0}', name)}`,
    '',
    ...wrapLines(t('Result: {0}', resultText(steps, { ...connection, name }, redact)), lineLength),
    '',
    absoluteTime(startedAt),
    '',
    '```text',
    ...table(steps, redact),
    '```',
    '',
    ...wrapLines(note, lineLength),
    '',
  ].join('\n');
  return redactSecrets(text, secrets);
}

/** Returns buttons for what the step of VS Code's chat found. They are above the result, since the step is the last. */
export function diagnosisLenses({ steps }: Diagnosis, connectionId: string): Lens[] {
  const { hiding = [], limits = [] } =
    steps.find(({ name }) => name === 'vscodeChat')?.facts.vscodeChat ?? {};
  const sizes = limits.map(({ limit, ...model }) => ({
    title: t('Set {0} for {1}', limit, shownName(model.name, 60)),
    command: 'hostedModels.setContextSize',
    arguments: [{ connectionId, ...model }],
  }));
  return [...sizes, ...hiding.map(hidingCommand)].map((command) => ({ line: resultLine, command }));
}

/** Outcome, step, milliseconds and findings; further findings of a step go below its first. */
function table(steps: readonly Step[], redact: Redact): string[] {
  const outcomes: Record<ReturnType<typeof stepOutcome>, string> = {
    ok: t('ok'),
    warning: t('warning'),
    failed: t('failed'),
    skipped: t('left out'),
  };
  const padded = (column: string[]) => {
    const width = Math.max(...column.map(({ length }) => length)) + 2;
    return column.map((text) => text.padEnd(width));
  };
  const outcome = padded(steps.map((step) => outcomes[stepOutcome(step)]));
  const label = padded(steps.map(({ name }) => stepLabel(name)));
  const time = padded(steps.map(({ skipped, ms }) => (skipped ? '' : `${ms} ms`)));
  return steps.flatMap((step, row) => {
    const head = `${outcome[row]}${label[row]}${time[row]}`;
    // Text written by others must not close the code block.
    const findings = stepLines(step, redact).map((line) => line.replaceAll('```', "'''"));
    const lines = findings.flatMap((line) => wrapLines(line, lineLength - head.length));
    return lines.map((line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line);
  });
}

/** Breaks text between words into lines of at most `space` characters; a longer word stays whole. */
function wrapLines(text: string, space: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > space) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
