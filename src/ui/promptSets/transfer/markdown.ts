import { intervalBar } from '../../../core/promptSets/report/intervalBar.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';

/** Returns a text with nothing in it that Markdown would change, on one line. */
export function escaped(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\\`*_~[\]<>|#&!$]/gu, '\\$&');
}

export function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(headings), `|${headings.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Returns what is said of a model, its test, and its interval as a bar: an image within the file, so that nothing is beside it. */
export function verdictMarkdown({ text, test = '', interval }: RunPageVerdict): string {
  const said = [`**${escaped(text)}**`, escaped(test)].filter(Boolean).join(' ');
  if (!interval) return said;
  const bar = Buffer.from(intervalBar(interval, text, interval.minimum)).toString('base64');
  return `${said}\n\n![${escaped(text)}](data:image/svg+xml;base64,${bar})`;
}
