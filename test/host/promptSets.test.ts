import assert from 'node:assert/strict';
import { checkAnswer, type Prompt, readPromptSet } from '../../src/core/promptSets/index.ts';

describe('A prompt set in VS Code', () => {
  it('is read, and answers are checked, in a worker of its own bundle', async () => {
    async function* bytes() {
      yield Buffer.from(
        'prompts: ["Say {{word}}"]\ntests:\n  - vars: {word: hi}\n    assert: [{type: regex, value: "^h"}]\n',
      );
    }
    const prompts: Prompt[] = [];
    for await (const item of readPromptSet(bytes(), 'promptfooconfig.yaml')) {
      if ('problem' in item) assert.fail(item.problem.text);
      prompts.push(item.prompt);
    }
    const [prompt] = prompts;
    assert.ok(prompt);
    assert.equal(prompt.messages[0]?.content, 'Say hi');
    const passed = async (answer: string) => (await checkAnswer(prompt, answer)).map((one) => one.passed);
    assert.deepEqual([await passed('hi'), await passed('Hi')], [[true], [false]]);
  });

  it('can’t hang the extension host', async () => {
    const [result] = await checkAnswer(
      { checks: [{ type: 'regex', value: '^(a+)+$' }] },
      `${'a'.repeat(40)}!`,
    );
    assert.equal(result?.isUnchecked, true);
  });
});
