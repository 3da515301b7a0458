import { createRandom, hashText, pick } from './random.ts';

const openings = [
  'Here is what an answer by this model would look like',
  'This is the shape a real answer would have',
  'A real model would now answer at about this length',
] as const;

const points = [
  'The text arrives in small chunks, about a word each, at the speed the service was started with.',
  'The same model, prompt and seed always give the same text, so that tests can rely on it.',
  'Stopping the answer closes the connection, and the service stops generating at once.',
  'Token counts in the usage are real: one for each chunk of this answer.',
  'Every request is kept by the service, so that a test can look at what was sent.',
  'With an upstream server the same chat gets a real answer from a real model.',
] as const;

const snippets = [
  'def greet(name: str) -> str:\n    """Say hello, politely."""\n    return f"Hello, {name}!"\n\n\nprint(greet("Ada"))',
  'def mean(values: list[float]) -> float:\n    """The average; 0.0 for no values."""\n    return sum(values) / len(values) if values else 0.0\n\n\nprint(mean([1.0, 2.5, 4.0]))',
  'from collections import Counter\n\ntext = "to be or not to be"\nfor word, count in Counter(text.split()).most_common(3):\n    print(f"{word}: {count}")',
] as const;

/** Returns the service's text without an upstream: labeled Markdown, always the same for the same question. */
export function writeSampleText(seed: number, model: string, prompt: string): string {
  const random = createRandom(hashText(`${seed}\n${model}\n${prompt}`));
  const quote = prompt
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return [
    '**Sample answer** from the local reference service – not a real model.',
    `You asked \`${model}\`:`,
    quote,
    `${pick(random, openings)}, with the parts that Markdown has:`,
    draw(random, points, 4)
      .map((point) => `- ${point}`)
      .join('\n'),
    `A piece of code:\n\n\`\`\`python\n${pick(random, snippets)}\n\`\`\``,
    `And a table:\n\n${writeTable(random)}`,
    'Ask again with other words, and another sample comes.',
  ].join('\n\n');
}

function draw(random: () => number, from: readonly string[], count: number): string[] {
  const left = [...from];
  const drawn: string[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}

function writeTable(random: () => number): string {
  const rows = ['first', 'second', 'third'].map((step) => {
    const tokens = 20 + Math.floor(random() * 80);
    return `| ${step} | ${tokens} | ${(tokens / 60).toFixed(2)} s |`;
  });
  return ['| Step | Tokens | Time |', '| --- | ---: | ---: |', ...rows].join('\n');
}
