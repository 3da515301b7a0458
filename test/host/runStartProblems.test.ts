import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeEditors } from './support/editors.ts';
import { fence } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { useStartedRuns } from './support/startedRuns.ts';
import { useSteps } from './support/steps.ts';
import { until } from './support/waiting.ts';
import { heardIn } from './support/watching.ts';
import { load, useWorld } from './support/world.ts';

const { Error: error, Warning, Information } = vscode.DiagnosticSeverity;
/** Its second row is torn, and its third has a check that we don't have. */
const someBad =
  '{"prompt":"Tell a","expected":"a"}\n{"prompt" "b"}\n{"prompt":"Tell c","checks":[{"type":"llm-rubric","value":"x"}]}\n';

describe('What is wrong with a prompt set', () => {
  const world = useWorld();
  const started = useStartedRuns(world);
  const steps = useSteps();
  const person = usePerson();

  beforeEach(() => load(world()));
  afterEach(closeEditors);

  const marks = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri);
  const marked = (uri: vscode.Uri, count: number) =>
    until(vscode.languages.onDidChangeDiagnostics, `${count} marks`, () => marks(uri).length === count);
  const places = (uri: vscode.Uri) =>
    marks(uri).map(({ range: { start }, severity, message, source }) => {
      assert.equal(source, 'Prompt set');
      return [start.line + 1, start.character + 1, severity, message];
    });

  /** Runs the set up to what is wrong with it, and leaves there. */
  async function leaveAtProblems(uri: vscode.Uri): Promise<string[]> {
    const done = started().commands.runPromptSet(uri);
    const problems = await steps.pick();
    const { rows } = problems;
    problems.escape();
    await done;
    return rows;
  }

  it('is said before anything else is asked, and marked in the file with line and column', async () => {
    const uri = await started().write('bad.jsonl', someBad);
    const [goOn, ...rows] = await leaveAtProblems(uri);
    assert.equal(goOn, 'Continue with 2 Prompts: 1 row is left out');
    assert.equal(rows.length, 2);
    assert.equal(rows[0], 'Left out: not valid JSON.: line 2');
    await marked(uri, 2);
    assert.deepEqual(places(uri)[0], [2, 11, Warning, 'Left out: not valid JSON.']);
    assert.deepEqual(places(uri)[1]?.slice(0, 3), [3, 1, Information]);
    assert.match(rows[1] ?? '', /llm-rubric.*line 3$/u);
    await fence(world().service);
    assert.equal(world().service.requests.filter(({ method }) => method === 'POST').length, 0);
  });

  it('leaves its rows out, and the others are run', async () => {
    const { commands, write, ended } = started();
    const done = commands.runPromptSet(await write('bad.jsonl', someBad));
    (await steps.pick()).choose('Continue with 2 Prompts');
    const models = await steps.pick();
    models.check('llama-3-8b');
    models.accept();
    const end = ended();
    (await steps.pick()).choose('Run');
    assert.equal((await end).file.run.prompts, 2);
    await done;
  });

  it('is shown in the file when its row is chosen', async () => {
    const { commands, write } = started();
    const done = commands.runPromptSet(await write('bad.jsonl', someBad));
    (await steps.pick()).choose('Left out: not valid JSON.');
    await done;
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    assert.match(document?.uri.path ?? '', /bad\.jsonl$/u);
    assert.deepEqual([selection?.active.line, selection?.active.character], [1, 10]);
  });

  it('ends it with a sentence if nothing can be run', async () => {
    const { commands, write } = started();
    const uri = await write('none.json', '7');
    const seen = person({ button: 'Show Problem' });
    await commands.runPromptSet(uri);
    assert.equal(seen.messages.length, 1);
    assert.match(seen.messages[0] ?? '', /^none\.json: /u);
    assert.ok(places(uri).some(([, , severity]) => severity === error));
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /none\.json$/u);
  });

  it('is no longer marked once it is mended in the editor, and is again before it is saved', async () => {
    const uri = await started().write('bad.jsonl', someBad);
    await leaveAtProblems(uri);
    await marked(uri, 2);
    const editor = await vscode.window.showTextDocument(uri);
    const second = editor.document.lineAt(1).range;
    await editor.edit((edit) => edit.replace(second, '{"prompt":"Tell b"}'));
    await marked(uri, 1);
    await editor.edit((edit) => edit.replace(editor.document.lineAt(1).range, '{"prompt":'));
    await marked(uri, 2);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await marked(uri, 0);
  });

  it('is no longer marked once another program mends or deletes the file', async () => {
    const { write } = started();
    const [mended, deleted] = [await write('[1] {a,b}.jsonl', someBad), await write('two.jsonl', someBad)];
    for (const uri of [mended, deleted]) {
      await leaveAtProblems(uri);
      await marked(uri, 2);
    }
    await heardIn(path.dirname(mended.fsPath));
    await writeFile(mended.fsPath, '{"prompt":"Tell a"}\n');
    await rm(deleted.fsPath);
    await marked(mended, 0);
    await marked(deleted, 0);
  });

  it('is read with its progress in sight, which Escape stops', async () => {
    const { commands, write } = started();
    const row = JSON.stringify({ prompt: `Tell ${'a'.repeat(500)}` });
    const uri = await write('large.jsonl', `${row}\n`.repeat(50_000));
    const done = commands.runPromptSet(uri);
    const reading = await steps.busy();
    await until(reading.onDidSet, 'its progress', () =>
      /^Reading large\.jsonl…: \d+,000 prompts$/u.test(reading.rows[0] ?? ''),
    );
    reading.escape();
    await done;
    assert.deepEqual(marks(uri), []);
  });

  it('is a file that can’t be read', async () => {
    const { commands, write } = started();
    const uri = await write('gone.jsonl', someBad);
    await rm(uri.fsPath);
    await assert.rejects(
      commands.runPromptSet(uri),
      /^UserFacingError: gone\.jsonl can't be read \(ENOENT\)\./u,
    );
  });
});
