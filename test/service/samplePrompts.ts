import { readFileSync } from 'node:fs';

const start = 'Sample prompt ';
const departments = ['billing', 'delivery', 'returns', 'sales'];
const count = 200;

/** A prompt set whose prompts the service answers right or wrong, so that a run of it has a verdict. */
export function samplePrompts(): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const expected = departments[at % departments.length];
    return { prompt: `${start}${at + 1}: name the department "${expected}"`, expected, tags: expected };
  });
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

/** The packed sample: what each of its prompts expects. */
const packed = new Map<string, string>(
  readFileSync(new URL('../../docs/prompt-sets/support.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ prompt, expected }) => [prompt, expected]),
);

/** Whether a prompt is of the packed sample. */
export function isPacked(prompt: string): boolean {
  return packed.has(prompt);
}

/** Returns what a sample prompt, generated or packed, is answered with when the answer is right; `undefined` for any other prompt. */
export function sampleAnswer(prompt: string): string | undefined {
  return packed.get(prompt) ?? (prompt.startsWith(start) ? quotedLast(prompt) : undefined);
}

/** Returns the text that a prompt has last in double quotes. */
export function quotedLast(prompt: string): string | undefined {
  return /"([^"]+)"[^"]*$/u.exec(prompt)?.[1];
}
