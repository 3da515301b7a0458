import { lines } from './sets.ts';

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
const anchors = Array.from(
  { length: 30 },
  (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
);

/** What a set can be made of to hang or fill the program, and what is said of it. */
export const hostileSets: [what: string, fileName: string, text: () => string, said: RegExp][] = [
  ['JSON that is 1,000,000 levels deep', 'a.jsonl', () => nested(1_000_000, '[', ']'), /not a JSON object/],
  [
    'a check that is 10,000 levels deep',
    'a.jsonl',
    () => `{"prompt":"a","checks":[{"type":"equals","value":${nested(10_000, '[', ']')}}]}`,
    /check “equals” is nested too deeply/,
  ],
  [
    'variables that are 10,000 levels deep',
    'a.json',
    () => `[{"vars":{"q":${nested(10_000, '[', ']')}}}]`,
    /is a list/,
  ],
  [
    'YAML that is 10,000 levels deep',
    'a.yaml',
    () => `tests: ${nested(10_000, '[', ']')}`,
    /nested too deeply/,
  ],
  [
    'YAML aliases of aliases',
    'a.yaml',
    () => `a0: &a0 [x]\n${anchors.join('\n')}\ntests: *a30\n`,
    /too many aliases/,
  ],
  ['YAML over 5 MB', 'a.yaml', () => `tests:\n${'- {}\n'.repeat(1_100_000)}`, /larger than 5 MB/],
  ['a line of 10 MB', 'a.jsonl', () => `{"prompt":"${'x'.repeat(10_000_000)}"}`, /longer than 4 MB/],
  ['a million columns', 'a.csv', () => `${'x,'.repeat(1_000_000)}\n`, /1,000,001 columns/],
  [
    '100,000 messages',
    'a.jsonl',
    () => `{"messages":[${'{"role":"user","content":"x"},'.repeat(100_000)}{"role":"system","content":"x"}]}`,
    /must end with the user's turn/,
  ],
  [
    '70,000 pictures',
    'a.jsonl',
    () =>
      `{"messages":[{"role":"user","content":[${'{"type":"image_url","image_url":{"url":"x"}},'.repeat(70_000)}{"type":"text","text":"x"}]}]}\n{`,
    /ends within this row/,
  ],
  ['NULs', 'a.jsonl', () => '{"prompt":"a\0b"}\n\0\0', /not valid JSON/],
  ['20,000 problems', 'a.jsonl', () => `{"prompt":"a"}\n${'{\n'.repeat(20_000)}`, /further rows \(19,900\)/],
  [
    '100 MB of numbers',
    'a.json',
    () => `[${'1,'.repeat(49_000_000)}1]`,
    /fatal: The first 5,000 rows of this/,
  ],
  [
    'a template that names a variable 100,000 times',
    'a.yaml',
    () => `prompts: ["${'{{x}}'.repeat(100_000)}"]\ntests:\n- vars: { x: ${'y'.repeat(1000)} }\n`,
    /^3 Left out: longer than 4 MB once its templates are filled\.$/m,
  ],
  [
    'a cell that names another one 100,000 times',
    'a.csv',
    () => `prompt,x\n${'{{x}}'.repeat(100_000)},${'y'.repeat(1000)}\n`,
    /^2 Left out: longer than 4 MB once/m,
  ],
  [
    'checks that are filled with 5 MB together',
    'a.json',
    () =>
      JSON.stringify([
        {
          vars: { prompt: 'Hi', x: 'y'.repeat(1000) },
          assert: Array(60).fill({ type: 'contains', value: '{{x}}'.repeat(90) }),
        },
      ]),
    /^1 Left out: longer than 4 MB once/m,
  ],
  [
    'names that would be shown as others',
    'a.jsonl',
    () => lines({ query: 'a', 'note\u202E\n{0}\u0000': 1 }),
    /^1 note: Not used: “note \{0\}” \(1\)\.$/m,
  ],
];
