import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Checker, type Prompt, readPromptSet } from '../../src/core/promptSets/index.ts';
import { closeEditors } from './support/editors.ts';
import { workspaceFolder } from './support/extension.ts';
import { until } from './support/waiting.ts';

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
    const passed = async (answer: string) =>
      (await new Checker().check(prompt, answer)).map((one) => one.passed);
    assert.deepEqual([await passed('hi'), await passed('Hi')], [[true], [false]]);
  });

  it('is checked as it is typed if its name ends in .prompts.json', async () => {
    const folder = vscode.Uri.joinPath(workspaceFolder().uri, 'promptSets');
    const marks = async (name: string) => {
      const uri = vscode.Uri.joinPath(folder, name);
      await vscode.workspace.fs.writeFile(uri, Buffer.from('[{"prompt": 5}]'));
      await vscode.window.showTextDocument(uri);
      return () => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
    };
    const [plain, set] = [await marks('plain.json'), await marks('refunds.prompts.json')];
    await until(vscode.languages.onDidChangeDiagnostics, 'a mark', () => set().length > 0);
    assert.deepEqual(set(), ['Incorrect type. Expected "string".']);
    assert.deepEqual(plain(), []);
    await closeEditors();
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });
});
