const start = 'Sample prompt ';
const departments = ['billing', 'delivery', 'returns', 'sales'];
const count = 200;

/** A prompt set whose prompts the service answers right or wrong, so that a run of it has a verdict. */
export function samplePrompts(): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const expected = departments[at % departments.length];
    return { prompt: `${start}${at + 1}: name the department "${expected}"`, expected };
  });
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

export function isSamplePrompt(prompt: string): boolean {
  return prompt.startsWith(start);
}
