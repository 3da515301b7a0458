import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { maxFileBytes, maxPictureBytes } from '../../src/core/attachments/attachmentContent.ts';
import type { PageFile } from '../../src/protocol/chatToHost.ts';
import { selectedAttachments } from '../../src/ui/chats/attachments/readAttachment.ts';
import { picture, png } from '../unit/core/attachments/attachmentFixtures.ts';
import { useAttachments } from './support/attachmentBench.ts';
import { canSearch } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useStandIns } from './support/standIns.ts';

describe('What is attached to a chat', () => {
  const person = usePerson();
  const picking = usePicking();
  const bench = useAttachments();
  const replace = useStandIns(vscode.window);

  describe('as a selection', () => {
    const selected = async (...at: [number, number, number, number][]) => {
      const editor = await bench().edit('reply.md', 'one\ntwo\nthree\nfour\n');
      editor.selections = at.map((numbers) => new vscode.Selection(...numbers));
      return selectedAttachments(editor).map(({ lines, text }) => [lines, text]);
    };

    it('has its path in the workspace, its lines counted from 1, and its language', async () => {
      const editor = await bench().edit('reply.md', 'one\ntwo\nthree\n');
      editor.selection = new vscode.Selection(1, 0, 2, 5);
      assert.deepEqual(selectedAttachments(editor), [
        { name: 'attach/reply.md', lines: { start: 2, end: 3 }, language: 'markdown', text: 'two\nthree' },
      ]);
    });

    it('leaves out a line that it only touches', async () => {
      assert.deepEqual(await selected([1, 0, 3, 0]), [[{ start: 2, end: 3 }, 'two\nthree\n']]);
    });

    it('gives one attachment per selection, in either direction, and none for a mere cursor', async () => {
      assert.deepEqual(await selected([0, 0, 0, 3], [2, 5, 2, 0], [3, 1, 3, 1]), [
        [{ start: 1, end: 1 }, 'one'],
        [{ start: 3, end: 3 }, 'three'],
      ]);
    });
  });

  describe('from the picker', () => {
    it('can be an open file with its unsaved changes', async () => {
      const editor = await bench().edit('draft.md', 'saved');
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'not '));
      const seen = picking('draft.md');
      await bench().say({ type: 'attach' });
      assert.deepEqual(seen[0]?.labels.slice(0, 2), ['Open editors', 'draft.md']);
      assert.deepEqual(bench().taken, [{ name: 'attach/draft.md', language: 'markdown', text: 'not saved' }]);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('can be the selection in the last editor', async () => {
      const editor = await bench().edit('draft.md', 'one two');
      editor.selection = new vscode.Selection(0, 0, 0, 3);
      picking('draft.md 1');
      await bench().say({ type: 'attach' });
      assert.deepEqual(
        bench()
          .attachments.shown()
          .map(({ name, lines, size }) => [name, lines, size]),
        [['draft.md', '1', '3 bytes']],
      );
    });

    it('is what the person chooses in VS Code’s own dialog', async () => {
      const far = await bench().write('far.ts', 'export {};\n', bench().outside);
      replace({ showOpenDialog: async () => [far, await bench().write('p.png', png)] });
      const seen = person({});
      picking('Choose Files…');
      await bench().say({ type: 'attach' });
      assert.deepEqual(seen.messages, []);
      assert.deepEqual(bench().taken, [
        // The page does not need to know where on this machine the file is.
        { name: 'far.ts', language: 'typescript', text: 'export {};\n' },
        { ...picture, name: 'attach/p.png' },
      ]);
    });

    it('is nothing if the person cancels', async () => {
      replace({ showOpenDialog: async () => undefined });
      picking('Choose Files…');
      await bench().say({ type: 'attach' });
      await bench().say({ type: 'attach' });
      assert.deepEqual(bench().names, []);
    });
  });

  describe('from what is typed in the composer', () => {
    it('is offered as in the picker: selections, open editors, then the workspace’s files', async () => {
      const editor = await bench().edit('draft.md', 'one two');
      editor.selection = new vscode.Selection(0, 0, 0, 3);
      const first = await bench().find('');
      const all = await bench().find('', { isWhole: true });
      assert.deepEqual(
        first.choices.slice(0, 2).map(({ name, lines, folder }) => [name, lines, folder]),
        [
          ['draft.md', '1', 'attach'],
          ['draft.md', '', 'attach'],
        ],
      );
      assert.deepEqual([first.isLoading, all.isLoading], [true, false]);
    });

    it('is found by name, and attached by the id that was offered, and by no other', async () => {
      await bench().edit('draft.md', 'one');
      await bench().edit('reply.md', 'two');
      const handled = bench().attachments.handlers.findAttachments({ type: 'findAttachments', query: 'R' });
      await bench().find('');
      assert.equal(await handled, undefined, 'Something else was typed.');
      const [reply] = (await bench().find('ATTACH/REP')).choices;
      assert.equal(reply?.name, 'reply.md');
      const far = await bench().write('far.md', 'far', bench().outside);
      const draft = vscode.Uri.file(path.join(bench().inside, 'draft.md'));
      for (const choice of [far, draft])
        await bench().say({ type: 'attachChoice', choice: choice.toString() });
      assert.deepEqual(bench().names, []);
      await bench().say({ type: 'attachChoice', choice: reply?.id ?? '' });
      assert.deepEqual(bench().taken, [{ name: 'attach/reply.md', language: 'markdown', text: 'two' }]);
    });

    it('has its name as text, without what is invisible', async () => {
      await bench().edit('$(trash) <b>\u202ecod.md', 'x');
      assert.equal((await bench().find('')).choices[0]?.name, '$(trash) <b>cod.md');
    });
  });

  describe('from the workspace, by name', () => {
    before(async function () {
      if (!(await canSearch())) this.skip();
    });

    it('can be one that is not open; an open one is listed once', async () => {
      await bench().edit('draft.md', 'saved');
      await bench().write('closed.md', 'from disk');
      const seen = picking('closed.md');
      await bench().say({ type: 'attach' });
      const { labels = [] } = seen[0] ?? {};
      assert.deepEqual(
        labels.filter((label) => ['Open editors', 'Files', 'draft.md', 'closed.md'].includes(label)),
        ['Open editors', 'draft.md', 'Files', 'closed.md'],
      );
      assert.deepEqual(bench().taken, [
        { name: 'attach/closed.md', language: 'markdown', text: 'from disk' },
      ]);
    });

    it('is none that VS Code leaves out of its own search by name', async () => {
      for (const folder of ['node_modules', '.git']) {
        const hidden = path.join(bench().inside, folder);
        await mkdir(hidden);
        await bench().write('inner.md', 'x', hidden);
      }
      await bench().write('outer.md', 'x');
      const seen = picking('never there');
      await bench().say({ type: 'attach' });
      assert.ok(seen[0]?.labels.includes('outer.md'));
      assert.ok(!seen[0]?.labels.includes('inner.md'));
    });

    it('that a link leads out of the workspace is attached only if the person agrees', async function () {
      if (process.platform === 'win32') this.skip();
      await bench().write('far.md', 'far away', bench().outside);
      await symlink(path.join(bench().outside, 'far.md'), path.join(bench().inside, 'near.md'));
      const seen = person({});
      picking('near.md', 'near.md');
      await bench().say({ type: 'attach' });
      assert.match(seen.messages[0] ?? '', /Attach a file from outside the workspace\?/u);
      assert.deepEqual(bench().names, []);
      person({ button: 'Attach' });
      await bench().say({ type: 'attach' });
      assert.deepEqual(bench().names, ['attach/near.md']);
    });
  });

  describe('as a picture that is too large', () => {
    const large = Buffer.concat([png, Buffer.alloc(maxPictureBytes)]);
    const answer = async (file: PageFile) => {
      bench().scaling[0]?.reply(file);
      // What follows needs no event.
      await new Promise(setImmediate);
    };

    beforeEach(async () => bench().drop(await bench().write('photo.png', large)));

    it('is scaled down by the page, once, and its chip says so', async () => {
      assert.deepEqual(bench().names, []);
      assert.deepEqual(
        bench().scaling.map(({ bytes }) => bytes.length),
        [large.length],
      );
      await answer({ size: large.length, bytes: new Uint8Array(png) });
      assert.deepEqual(bench().taken, [{ ...picture, name: 'attach/photo.png', scaledFrom: large.length }]);
      const [chip] = bench().attachments.shown();
      assert.equal(chip?.description, `attach/photo.png, ${png.length} bytes, scaled down from 1.1 MB`);
    });

    it('is refused by name if the page can’t', async () => {
      const seen = person({});
      await answer({ size: large.length, why: 'animated' });
      assert.equal(
        seen.messages[0],
        "“attach/photo.png” (1.1 MB) is not attached: an animated picture of more than 1 MB can't be scaled down.",
      );
      assert.deepEqual(bench().names, []);
    });
  });

  it('is refused beyond 5 MB of pictures, with the advice that helps', async () => {
    const seen = person({});
    const photo = (at: number) => {
      const bytes = Buffer.concat([png, Buffer.alloc(maxPictureBytes - png.length, at)]);
      return { name: `${at}.png`, size: bytes.length, bytes };
    };
    await bench().say({ type: 'attachFiles', files: [1, 2, 3, 4, 5, 6].map(photo) });
    assert.equal(bench().names.length, 5);
    assert.deepEqual(seen.messages, [
      '“6.png” (1 MB) is not attached: a message can have at most 5 MB of pictures, and already has 5 MB. Remove one first.',
    ]);
    await bench().say({ type: 'attachFiles', files: [{ name: 'film.mp4', size: maxFileBytes + 1 }] });
    assert.equal(seen.messages[1], '“film.mp4” (20.1 MB) is not attached: a file can have at most 20 MB.');
  });

  it('opens as a document with exactly the text that is sent', async () => {
    await bench().drop(await bench().write('a.md', 'just this\n'));
    const [view] = bench().attachments.shown();
    await bench().say({ type: 'openAttachment', attachment: view?.id ?? '' });
    await bench().say({ type: 'openAttachment', attachment: 'unknown' });
    assert.deepEqual(bench().opened, [['attached a.md', 'just this\n']]);
    await bench().say({ type: 'detach', attachment: view?.id ?? '' });
    assert.deepEqual(bench().names, []);
  });
});
