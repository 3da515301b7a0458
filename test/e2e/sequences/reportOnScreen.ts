import type { Page } from 'playwright-core';
import { plain } from './questions.ts';

export const kinds = {
  deleted: /^Deleted \((\d+)\)/u,
  'already gone': /^Already gone \((\d+)\)/u,
  'changed since': /^Changed since \((\d+)\)/u,
  refused: /^Refused by the service \((\d+)\)/u,
  failed: /^Failed \((\d+)\)/u,
  unknown: /^Unknown \((\d+)\)/u,
  'not tried': /^Not tried \((\d+)\)/u,
} as const;
export type Kind = keyof typeof kinds;

export interface ReportOnScreen {
  /** "1 deleted, 2 failed." */
  counts: string;
  /** As shown, in the order of their sections. */
  entries: readonly { shown: string; kind: Kind }[];
  wrongs: readonly string[];
}

const order = Object.keys(kinds).filter(isKind);

/** The report in the active editor, read from its lines; `undefined` if none is open. */
export async function readReport(page: Page): Promise<ReportOnScreen | undefined> {
  const lines = await page.locator('.part.editor .monaco-editor .view-lines .view-line').evaluateAll((all) =>
    all
      .map((line) => ({
        top: Number.parseFloat((line as HTMLElement).style.top),
        text: line.textContent ?? '',
      }))
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text),
  );
  const [title = '', , counts = ''] = lines.map((line) => plain(line));
  const count = Number(/^Deletion of (\d+) LoRAs? from /u.exec(title)?.[1]);
  if (!Number.isInteger(count)) return undefined;
  const entries: { shown: string; kind: Kind }[] = [];
  const wrongs: string[] = [];
  const told: string[] = [];
  let kind: Kind | undefined;
  for (const line of lines.map((one) => one.replaceAll('\u00a0', ' '))) {
    const head = order.find((one) => kinds[one].test(line));
    if (head) told.push(`${kinds[head].exec(line)?.[1]} ${head}`);
    kind = head ?? kind;
    const shown = /^ +- (.*)$/u.exec(line)?.[1];
    if (kind && shown !== undefined) entries.push({ shown, kind });
  }
  const counted = countsOf(entries.map((one) => one.kind));
  if (counted !== counts) wrongs.push(`the report says “${counts}” and lists “${counted}”`);
  if (sorted(told) !== sorted(counts.replace('.', '').split(', ')))
    wrongs.push(`the sections say ${told.join(', ')} under “${counts}”`);
  if (entries.length !== count) wrongs.push(`the report of ${count} lists ${entries.length}`);
  if (new Set(entries.map(({ shown }) => shown)).size !== entries.length)
    wrongs.push('a name is listed twice');
  return { counts, entries, wrongs };
}

/** The counts as a report writes them. */
export function countsOf(all: readonly Kind[]): string {
  const parts = order.flatMap((kind) => {
    const count = all.filter((one) => one === kind).length;
    return count > 0 ? [`${count} ${kind}`] : [];
  });
  return `${parts.join(', ')}.`;
}

function sorted(parts: readonly string[]): string {
  return [...parts].sort().join(', ');
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text);
}
