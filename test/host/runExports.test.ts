import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { useKeptRuns } from './support/keptRuns.ts';
import { MemoryFiles } from './support/memoryFiles.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useWorld } from './support/world.ts';

describe('Export… of a run', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const person = usePerson();
  const picking = usePicking();
  const { showSaveDialog } = vscode.window;
  let suggested = '';
  afterEach(() => Object.assign(vscode.window, { showSaveDialog }));

  function savingAs(target: vscode.Uri): void {
    Object.assign(vscode.window, {
      async showSaveDialog({ defaultUri }: vscode.SaveDialogOptions) {
        suggested = path.posix.basename(defaultUri?.path ?? '');
        return target;
      },
    });
  }
  const placeOf = (name: string) => vscode.Uri.file(path.join(world().folder, name));
  const leftovers = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('hosted-models-spool'));

  it('writes CSV in which no answer is a formula, and opens it if the person wants that', async () => {
    kept().answer = () => '=HYPERLINK("http://evil.example")';
    const { run } = await kept().complete(2);
    savingAs(placeOf('refunds.csv'));
    const picks = picking('CSV');
    const seen = person({ button: 'Open' });
    await kept().commands.exportRun({ runId: run.id });
    assert.deepEqual(picks[0]?.labels, ['CSV', 'JSONL']);
    assert.match(suggested, /^refunds run \d{4}-\d\d-\d\d\.csv$/u);
    assert.deepEqual(seen.messages, [
      `The run of 2 prompts was exported to ${placeOf('refunds.csv').fsPath}.`,
    ]);
    const text = await readFile(placeOf('refunds.csv').fsPath, 'utf8');
    assert.equal(text.split('\r\n').length, 6);
    assert.ok(text.includes(`'=HYPERLINK`), text);
    const [tab] = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.equal(tab?.label, 'refunds.csv');
    assert.deepEqual(await leftovers(), []);
  });

  it('writes JSON lines to a file system that only VS Code can reach', async () => {
    const files = new MemoryFiles();
    const registered = vscode.workspace.registerFileSystemProvider('memory-files', files);
    try {
      const { run } = await kept().complete(3);
      savingAs(vscode.Uri.parse('memory-files:/refunds.jsonl'));
      picking('JSONL');
      person({});
      await kept().commands.exportRun({ runId: run.id });
      const [head, ...lines] = Buffer.from(files.read('/refunds.jsonl')).toString().trim().split('\n');
      assert.equal(JSON.parse(head ?? '').run.id, run.id);
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).answers.map(({ text }: { text: string }) => text)),
        [0, 1, 2].map((at) => [`Answer ${at}`, `Answer ${at}`]),
      );
    } finally {
      registered.dispose();
    }
  });

  it('says that a file can’t be written, and leaves what was there', async () => {
    const { run } = await kept().complete(1);
    savingAs(vscode.Uri.file(path.join(world().folder, 'runs')));
    picking('CSV');
    person({});
    await assert.rejects(
      kept().commands.exportRun({ runId: run.id }),
      /can't be written \(.+\)\. Nothing was exported\./u,
    );
    assert.equal((await kept().runs.store.list()).length, 1);
  });
});
