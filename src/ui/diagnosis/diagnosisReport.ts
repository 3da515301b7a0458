import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Diagnosis, Step } from '../../core/diagnosis/diagnosis.ts';
import { redactSecrets, redactText } from '../../core/diagnosis/redact.ts';
import { verdictOf } from '../../core/diagnosis/verdict.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { wrapLines } from '../shared/text/wrapLines.ts';
import { outcomeLabel, stepLabel, stepLines } from './stepText.ts';
import { verdictText } from './verdictText.ts';

/**
 * Formats the report as Markdown with aligned columns, so that it reads well unrendered. It begins with the result: what was
 * found, and what to do. `secrets` are the key and the values of additional headers; they and all e-mail addresses are removed
 * from whatever the service said.
 */
export function reportText(diagnosis: Diagnosis, secrets: readonly string[]): string {
  const { connection, startedAt, steps, hiddenNames } = diagnosis;
  const redact = (text: string) => redactText(text, secrets, hiddenNames);
  const name = cleanText(connection.name, 60);
  const result = verdictText(verdictOf(steps), { ...connection, name }, redact);
  const text = [
    `# ${vscode.l10n.t('Diagnosis of {0}', name)}`,
    '',
    ...wrapLines(vscode.l10n.t('Result: {0}', result), lineLength),
    '',
    absoluteTime(startedAt),
    '',
    '```text',
    ...table(steps, redact),
    '```',
    '',
    ...wrapLines(noteText(steps), lineLength),
    '',
  ].join('\n');
  return redactSecrets(text, secrets);
}

function noteText(steps: readonly Step[]): string {
  const lacks = steps.some(
    (step) => step.name === 'vscodeChat' && step.outcome !== 'skipped' && step.facts.missing.length > 0,
  );
  const names = lacks
    ? vscode.l10n.t(
        "It names hosts, network addresses, the model of the chat and the models that VS Code's chat lacks.",
      )
    : vscode.l10n.t('It names hosts, network addresses and the model of the chat.');
  return [
    vscode.l10n.t('You can paste this report into a ticket.'),
    names,
    vscode.l10n.t(
      'It holds no API key, header values, proxy passwords or e-mail addresses, and none of your chats.',
    ),
  ].join(' ');
}

/** Line length in characters, so that most windows and tickets show whole lines. */
const lineLength = 72;

/** Outcome, step, milliseconds and findings; further findings of a step go below its first. */
function table(steps: readonly Step[], redact: (words: string) => string): string[] {
  const rows = steps.map((step) => ({
    outcome: outcomeLabel(step.outcome),
    label: stepLabel(step.name),
    ms: step.outcome === 'skipped' ? '' : `${step.ms} ms`,
    // Text written by others must not close the code block.
    findings: stepLines(step, redact).map((line) => line.replaceAll('```', "'''")),
  }));
  const width = (part: 'outcome' | 'label' | 'ms') => Math.max(...rows.map((row) => row[part].length), 0);
  const [outcome, label, ms] = [width('outcome'), width('label'), width('ms')];
  const indent = ' '.repeat(outcome + label + ms + 6);
  const space = lineLength - indent.length;
  return rows.flatMap((row) => {
    const head = `${row.outcome.padEnd(outcome)}  ${row.label.padEnd(label)}  ${row.ms.padStart(ms)}  `;
    const lines = row.findings.flatMap((finding) => wrapLines(finding, space));
    return lines.map((line, index) => `${index === 0 ? head : indent}${line}`);
  });
}
