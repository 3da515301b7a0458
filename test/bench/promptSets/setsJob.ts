import { Checker, readPromptSet } from '../../../src/core/promptSets/index.ts';
import { hostileSets } from '../../unit/core/promptSets/hostileSets.ts';
import { bytesOf, lines } from '../../unit/core/promptSets/sets.ts';
import { type Stretch, timeStretch } from '../harness/timeStretch.ts';

const count = 100_000;

export interface SetTimes {
  /** By what is hostile about it. */
  hostile: Record<string, Stretch>;
  /** Regular expressions that never end, on ten answers. */
  bombs: Stretch;
  /** A set of 100,000 prompts. */
  whole: Stretch;
}

/** Reads hostile sets and a long one, in a worker as the extension does. */
export async function makeJob(): Promise<() => Promise<SetTimes>> {
  return async () => {
    const hostile: Record<string, Stretch> = {};
    const time = async (what: string, fileName: string, text: string) => {
      const bytes = Buffer.from(text);
      hostile[what] = await timeStretch(() => readAll(bytes, fileName));
    };
    for (const [what, fileName, text] of hostileSets) await time(what, fileName, text());
    // Its parser compares each with all others: this ends when its time is over.
    await time(
      'YAML with 200,000 keys',
      'a.yaml',
      Array.from({ length: 200_000 }, (_, at) => `k${at}: 1\n`).join(''),
    );
    const bombs = await timeStretch(async () => {
      for (let at = 0; at < 10; at++)
        await new Checker().check(
          { checks: [{ type: 'regex', value: '^(a+)+$' }] },
          `${'a'.repeat(50 + at)}!`,
        );
    });
    const long = Buffer.from(
      lines(
        ...Array.from({ length: count }, (_, at) => ({
          prompt: `${at} ${'word '.repeat(40)}`,
          expected: 'x',
        })),
      ),
    );
    const whole = await timeStretch(async () => {
      if ((await readAll(long, 'set.jsonl')) !== count) throw new Error('Prompts are missing.');
    });
    return { hostile, bombs, whole };
  };
}

async function readAll(bytes: Uint8Array, fileName: string): Promise<number> {
  let prompts = 0;
  for await (const item of readPromptSet(bytesOf(bytes), fileName)) if ('prompt' in item) prompts += 1;
  return prompts;
}
