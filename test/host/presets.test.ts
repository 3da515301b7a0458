import assert from 'node:assert/strict';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { pagePresets } from '../../src/ui/presets/pagePresets.ts';
import { PresetsFile } from '../../src/ui/presets/presetsFile.ts';
import { closeEditors } from './support/editors.ts';
import { nextEvent } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('The person’s presets', () => {
  const world = useWorld();
  let file: PresetsFile;

  beforeEach(() => {
    file = new PresetsFile(vscode.Uri.file(world().folder), world().log);
  });
  afterEach(() => file.dispose());

  const write = (text: string) =>
    vscode.workspace.fs.writeFile(
      vscode.Uri.file(path.join(world().folder, 'presets.json')),
      new TextEncoder().encode(text),
    );

  it('are kept in a file that people can read', async () => {
    await file.save({ name: 'Calm', settings: { temperature: 0.2 }, defaultFor: 'support-tone-v7' });
    assert.equal(pagePresets(file, { temperature: 0.2 }).current, 'Calm');
    const text = await readFile(path.join(world().folder, 'presets.json'), 'utf8');
    assert.equal(
      text,
      `${JSON.stringify({ presets: [{ name: 'Calm', settings: { temperature: 0.2 }, defaultFor: ['support-tone-v7'] }] }, null, 2)}\n`,
    );
  });

  it('are read again when the file is saved in the editor', async () => {
    await file.open();
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    const edit = new vscode.WorkspaceEdit();
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    edit.replace(
      document.uri,
      all,
      JSON.stringify({ presets: [{ name: 'Shared', settings: {} }, { name: 7 }] }),
    );
    await vscode.workspace.applyEdit(edit);
    const changed = nextEvent(file.onDidChange, 'the presets change', () => file.presets.length > 0);
    await document.save();
    await changed;
    const { names, problem } = pagePresets(file, { topP: 1 });
    assert.deepEqual(names, ['Shared']);
    assert.match(problem ?? '', /One preset/u);
    await closeEditors();
  });

  it('are read again when another program writes the file', async () => {
    const changed = nextEvent(file.onDidChange, 'the presets change', () => file.presets.length > 0);
    let count = 0;
    // Nothing reports when a watcher has started.
    const writing = setInterval(() => {
      count += 1;
      void write(JSON.stringify({ presets: [{ name: `Shared ${count}`, settings: {} }] }));
    }, 300);
    await changed.finally(() => clearInterval(writing));
    assert.match(pagePresets(file, {}).names[0] ?? '', /^Shared/u);
  });

  it('leave a file alone that can’t be read', async () => {
    await write('{ mine');
    assert.equal(await file.save({ name: 'Calm', settings: {} }), false);
    assert.equal(file.current.isBroken, true);
    assert.equal(await readFile(path.join(world().folder, 'presets.json'), 'utf8'), '{ mine');
  });

  it('are none, and say why, if the file can’t be opened: a chat starts all the same', async () => {
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(path.join(world().folder, 'presets.json')));
    assert.deepEqual(await file.read(), []);
    assert.equal(file.current.isBroken, true);
    assert.match(pagePresets(file, {}).problem ?? '', /can't be opened \(FileIsADirectory\)/u);
  });

  it('are all kept if they are saved at once, or in two windows, in a file that only its owner can read', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Preset ${index}`);
    await Promise.all(names.map((name, index) => file.save({ name, settings: { seed: index } })));
    const other = new PresetsFile(vscode.Uri.file(world().folder), world().log);
    await other.save({ name: 'Of another window', settings: {} });
    await file.save({ name: 'More', settings: {} });
    for (let turn = 0; turn < 5; turn++) {
      const both = [file, other].map((one, at) => one.save({ name: `At once ${turn} ${at}`, settings: {} }));
      await Promise.all(both);
    }
    other.dispose();
    await file.read();
    const atOnce = Array.from({ length: 10 }, (_, at) => `At once ${Math.floor(at / 2)} ${at % 2}`);
    assert.deepEqual(
      file.presets.map(({ name }) => name).toSorted(),
      [...names, 'Of another window', 'More', ...atOnce].toSorted(),
    );
    const { mode } = await stat(path.join(world().folder, 'presets.json'));
    if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600);
    const left = (await readdir(world().folder)).filter((name) => name.startsWith('presets'));
    assert.deepEqual(left, ['presets.json']);
  });

  it('are written through a link that the person made', async function () {
    if (process.platform === 'win32') this.skip();
    const own = path.join(world().folder, 'own.json');
    await writeFile(own, '{"presets":[]}');
    await symlink(own, path.join(world().folder, 'presets.json'));
    assert.equal(await file.save({ name: 'Calm', settings: {} }), true);
    assert.match(await readFile(own, 'utf8'), /Calm/u);
  });
});
