import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Checker } from '../../../../src/core/promptSets/index.ts';
import { wrongAnswer } from '../../../service/scoredAnswers.ts';
import { readSources, root } from '../../structure/sources.ts';
import { readSet } from './sets.ts';

describe('The sample sets', () => {
  const files = [...readSources('docs/prompt-sets/*').keys()].filter((file) => !file.endsWith('.py'));

  it('are there in two formats', () => {
    assert.deepEqual(new Set(files.map((file) => path.extname(file))), new Set(['.csv', '.jsonl']));
  });

  it('have ten prompts that count, of which one can begin a set', async () => {
    const file = 'docs/prompt-sets/refunds.jsonl';
    const { prompts } = await readSet(readFileSync(path.join(root, file)), file);
    assert.equal(new Set(prompts.map(({ group, id }) => group ?? id)).size, 10);
  });

  for (const file of files)
    it(`are read without a remark, and each prompt can pass or fail: ${file}`, async () => {
      const { prompts, said } = await readSet(readFileSync(path.join(root, file)), file);
      assert.deepEqual(said, []);
      assert.ok(prompts.length >= 5);
      for (const { id, checks, expected } of prompts) {
        assert.doesNotMatch(id, /^\d+$/u);
        assert.ok(checks.length > 0 || expected !== undefined, id);
      }
    });

  it('are large enough for a verdict, by checks that what is expected passes, if they are to be run', async () => {
    const file = 'docs/prompt-sets/support.jsonl';
    const { prompts } = await readSet(readFileSync(path.join(root, file)), file);
    assert.ok(prompts.length >= 40);
    const checker = new Checker();
    for (const prompt of prompts) {
      const passes = async (answer: string) =>
        (await checker.check(prompt, answer)).every(({ passed }) => passed);
      assert.deepEqual(
        [await passes(prompt.expected ?? ''), await passes(wrongAnswer)],
        [true, false],
        prompt.id,
      );
    }
  });
});
