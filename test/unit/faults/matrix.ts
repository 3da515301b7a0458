import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CallName, WayName } from './cell.ts';

export interface Row {
  fault: string;
  call: CallName;
  outcomes: Record<WayName, string>;
}

const out = path.join(import.meta.dirname, '../../../out');
// Each section writes its own file and the table joins those that exist, so that sections can run alone or at the same time.
const sections = [
  'Connect',
  'TLS',
  'Headers',
  'Statuses',
  'JSON body',
  'Reused connections',
  'SSE',
  'User',
] as const;
export type Section = (typeof sections)[number];

const heading = `# The client under every fault

Printed by \`npm run test:unit\`: how each call ends under each fault, over both transports, and how many requests it took.
"then" parts what was given from what it failed with. A retry is a further request; a try that saw no request ended before.

| section | fault | call | undici | host's fetch |
| --- | --- | --- | --- | --- |
`;

/** Writes a section's rows, then rewrites the whole table. */
export function writeSection(section: Section, rows: readonly Row[]): void {
  mkdirSync(path.join(out, 'faults'), { recursive: true });
  const lines = rows.map(
    ({ fault, call, outcomes }) =>
      `| ${[section, fault, call, outcomes.undici, outcomes.host].map(escaped).join(' | ')} |\n`,
  );
  replaceFile(fileOf(section), lines.join(''));
  replaceFile(path.join(out, 'faults.md'), heading + sections.map(readSection).join(''));
}

function readSection(section: Section): string {
  try {
    return readFileSync(fileOf(section), 'utf8');
  } catch {
    // This section hasn't run yet.
    return '';
  }
}

function fileOf(section: Section): string {
  return path.join(out, 'faults', `${section}.md`);
}

// Renaming is atomic, so that nobody reads half a table.
function replaceFile(file: string, text: string): void {
  const made = `${file}.${process.pid}`;
  writeFileSync(made, text);
  renameSync(made, file);
}

function escaped(cell: string): string {
  return cell.replace(/[|\\<]/g, '\\$&').replace(/\s+/g, ' ');
}
