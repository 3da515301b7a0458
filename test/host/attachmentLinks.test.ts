import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { useAttachments } from './support/attachmentBench.ts';
import { openFolder, useLinkedFiles } from './support/linkedFiles.ts';
import { usePerson } from './support/person.ts';

const question = 'Attach a file from outside the workspace?';

describe('A dropped file of a workspace on another machine', () => {
  const person = usePerson();
  const bench = useAttachments();
  const files = useLinkedFiles();

  it('is read without a question if no link is in its path', async () => {
    const seen = person({});
    await bench().drop(files().at('/ws/src/deep/a.md'));
    assert.deepEqual([bench().names.length, seen.messages], [1, []]);
  });

  for (const place of ['/ws/linked/a.md', '/ws/linked/deep/a.md', '/ws/src/link.md']) {
    it(`is read only if the person agrees, if its path has a link: ${place}`, async () => {
      const refusing = person({});
      await bench().drop(files().at(place));
      assert.deepEqual([refusing.messages, bench().names, files().read], [[question], [], []]);
      assert.ok(refusing.details[0]?.startsWith(place));
      person({ button: 'Attach' });
      await bench().drop(files().at(place));
      assert.equal(files().read[0], place);
      assert.equal(bench().names.length, 1);
    });
  }

  it('is read only if the person agrees, if a folder in its path can’t be checked', async () => {
    for (const error of [
      vscode.FileSystemError.NoPermissions(),
      vscode.FileSystemError.Unavailable(),
      new Error('no'),
      // As in a store without folders.
      vscode.FileSystemError.FileNotFound(),
    ]) {
      const seen = person({});
      files().errors.set('/ws/src', error);
      await bench().drop(files().at('/ws/src/deep/a.md'));
      assert.deepEqual([seen.messages, bench().names, files().read], [[question], [], []], error.name);
    }
  });

  it('is refused with a message, without a question, if it is gone', async () => {
    const seen = person({});
    await bench().drop(files().at('/ws/src/gone.md'));
    assert.deepEqual(bench().names, []);
    assert.match(seen.messages.join(), /^“.*gone\.md” is not attached: it can't be read/u);
  });

  for (const [what, change] of [
    ['it becomes a link', () => files().types.set('/ws/src', vscode.FileType.SymbolicLink)],
    ["it can't be checked again", () => files().errors.set('/ws/src', new Error('no'))],
    ['it disappears', () => files().types.delete('/ws/src/deep/a.md')],
  ] as const) {
    it(`is not attached if ${what} while it is read`, async () => {
      const seen = person({});
      files().onRead = () => void change();
      await bench().drop(files().at('/ws/src/deep/a.md'));
      assert.equal(files().read[0], '/ws/src/deep/a.md');
      assert.deepEqual(bench().names, []);
      assert.match(seen.messages.join(), /is not attached: it can't be read/u);
    });
  }

  // As for an extension that runs beside the window and whose workspace is on the machine that runs this test.
  it('is checked through VS Code’s own provider of remote files', async function () {
    if (vscode.env.remoteName === undefined || process.platform === 'win32') return this.skip();
    const { inside, outside, write } = bench();
    await symlink(outside, path.join(inside, 'linked'));
    await write('secret.txt', 'secret', outside);
    await write('a.md', 'a', inside);
    const root = vscode.Uri.from({ scheme: 'vscode-remote', authority: '127.0.0.1:9', path: inside });
    openFolder(root);
    const own = Object.getOwnPropertyDescriptor(vscode.env, 'remoteName') ?? {};
    Object.defineProperty(vscode.env, 'remoteName', { configurable: true, value: undefined });
    try {
      const seen = person({});
      await bench().drop(vscode.Uri.joinPath(root, 'linked', 'secret.txt'));
      assert.deepEqual([seen.messages, bench().names], [[question], []]);
      await bench().drop(vscode.Uri.joinPath(root, 'a.md'));
      assert.deepEqual([seen.messages, bench().names.length], [[question], 1]);
    } finally {
      Object.defineProperty(vscode.env, 'remoteName', own);
    }
  });
});

describe('A dropped file of the workspace on this machine', () => {
  const person = usePerson();
  const bench = useAttachments();

  it('is read only if the person agrees, if its links form a circle', async function () {
    if (process.platform === 'win32') return this.skip();
    const loop = path.join(bench().inside, 'loop');
    await symlink(loop, loop);
    const seen = person({});
    await bench().drop(vscode.Uri.file(path.join(loop, 'a.md')));
    assert.deepEqual([seen.messages, bench().names], [[question], []]);
  });

  it('is shown with the place that its links lead to', async function () {
    if (process.platform === 'win32') return this.skip();
    const secret = await bench().write('secret.txt', 'secret', bench().outside);
    await symlink(bench().outside, path.join(bench().inside, 'linked'));
    const seen = person({});
    const dropped = path.join(bench().inside, 'linked', 'secret.txt');
    await bench().drop(vscode.Uri.file(dropped));
    assert.deepEqual(seen.details, [`${dropped} → ${secret.fsPath}`]);
  });

  it('is shown under a name that hides nothing', async () => {
    const seen = person({});
    await bench().drop(vscode.Uri.file(path.join(bench().outside, 'a\n\nb\u202egpj.txt')));
    assert.deepEqual(seen.details, [path.join(bench().outside, 'a bgpj.txt')]);
  });

  it('is read if a link leads to another place in the workspace', async function () {
    if (process.platform === 'win32') return this.skip();
    await mkdir(path.join(bench().inside, 'real'));
    await symlink(path.join(bench().inside, 'real'), path.join(bench().inside, 'alias'));
    await bench().write('a.md', 'a', path.join(bench().inside, 'real'));
    const seen = person({});
    await bench().drop(vscode.Uri.file(path.join(bench().inside, 'alias', 'a.md')));
    assert.deepEqual([bench().names, seen.messages], [['attach/alias/a.md'], []]);
  });
});
