import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { maxAttachmentBytes } from '../../src/core/attachments/attachmentContent.ts';
import { picture, png } from '../unit/core/attachments/attachmentFixtures.ts';
import { AttachmentBench, useAttachments } from './support/attachmentBench.ts';
import { usePerson } from './support/person.ts';

describe('What is dropped on a chat', () => {
  const person = usePerson();
  const bench = useAttachments();

  describe('by URI or as content', () => {
    it('is read without a question if it is in the workspace, however the page writes its URI', async () => {
      const seen = person({});
      const uri = await bench().write('a.md', 'a');
      await bench().drop(uri.with({ fragment: 'L3' }));
      if (vscode.env.remoteName) {
        const other = await bench().write('b.md', 'b');
        await bench().drop(`vscode-remote://127.0.0.1:9${other.path}`);
        assert.deepEqual(bench().names, ['attach/a.md', 'attach/b.md']);
      } else assert.deepEqual(bench().names, ['attach/a.md']);
      assert.deepEqual(seen.messages, []);
    });

    it('is read only if the person agrees, who sees its path, if it is outside the workspace', async () => {
      const uri = await bench().write('id_rsa', 'secret', bench().outside);
      const refusing = person({});
      await bench().drop(uri);
      assert.deepEqual(
        [bench().names, refusing.messages],
        [[], ['Attach a file from outside the workspace?']],
      );
      assert.deepEqual(refusing.details, [uri.fsPath]);
      person({ button: 'Attach' });
      await bench().drop(uri);
      assert.deepEqual(bench().names, ['id_rsa']);
    });

    it('leads to one question for several files, and those in the workspace are attached whatever the answer', async () => {
      const seen = person({});
      const { outside } = bench();
      const others = await Promise.all(['b', 'c'].map((name) => bench().write(name, name, outside)));
      await bench().drop(await bench().write('a.md', 'a'), ...others);
      assert.deepEqual(seen.messages, ['Attach 2 files from outside the workspace?']);
      assert.deepEqual(bench().names, ['attach/a.md']);
    });

    it('is not fooled by dots, encoded dots, or a link that leads out of the workspace', async () => {
      const uri = await bench().write('secret.txt', 'secret', bench().outside);
      const up = path.relative(bench().inside, uri.fsPath).replaceAll(path.sep, '/');
      const tricks = [
        `${vscode.Uri.file(bench().inside)}/${up}`,
        `${vscode.Uri.file(bench().inside)}/${up}`.replaceAll('..', '%2e%2e'),
      ];
      if (process.platform !== 'win32') {
        await symlink(uri.fsPath, path.join(bench().inside, 'link.txt'));
        await symlink(bench().outside, path.join(bench().inside, 'linked'));
        tricks.push(
          `${vscode.Uri.file(bench().inside)}/link.txt`,
          `${vscode.Uri.file(bench().inside)}/linked/secret.txt`,
        );
      }
      for (const trick of tricks) {
        const seen = person({});
        await bench().drop(trick);
        assert.deepEqual([bench().names, seen.messages.length], [[], 1], trick);
        assert.match(seen.messages[0] ?? '', /^Attach a file from outside/u);
      }
    });

    it('is refused with a message if its URI is of any other kind, and nothing is requested from there', async () => {
      const places = [
        'file://evil.example/share/x.md',
        'vscode-userdata:/User/globalStorage/state.vscdb',
        'command:hostedModels.deleteLora',
        'https://evil.example/x.md',
        'hosted-models:/x.json',
        'untitled:Untitled-77',
        'no address at all',
      ];
      for (const place of places) {
        const seen = person({ button: 'Attach' });
        await bench().drop(place);
        assert.deepEqual(bench().names, []);
        assert.match(seen.messages.join(), /is not attached: only files of this machine/u, place);
      }
    });

    it('is attached if it is an open file that was never saved', async () => {
      const document = await vscode.workspace.openTextDocument({ content: 'new', language: 'python' });
      await vscode.window.showTextDocument(document);
      await bench().drop(document.uri);
      assert.deepEqual(bench().taken, [{ name: document.uri.path, language: 'python', text: 'new' }]);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('is recognized by its content, not by its name, if the page read it', async () => {
      const seen = person({});
      const file = (name: string, bytes: Uint8Array) => ({ name, size: bytes.length, bytes });
      await bench().say({
        type: 'attachFiles',
        files: [
          file('p.txt', png),
          file('n\u202eote.png', Buffer.from('text')),
          file('z.zip', Buffer.from('PK\0\0')),
          { name: 'film.mp4', size: 3 * maxAttachmentBytes.text, why: 'binary' },
          { name: 'folder', size: 4096, why: 'unreadable' },
        ],
      });
      assert.deepEqual(bench().taken, [
        { ...picture, name: 'p.txt' },
        { name: 'note.png', text: 'text' },
      ]);
      const [text = ''] = seen.messages;
      assert.match(text, /“z\.zip” is not attached: it is neither text nor a picture/u);
      assert.match(text, /“film\.mp4” is not attached: it is neither text nor a picture/u);
      assert.match(text, /“folder” is not attached: it can't be read/u);
    });
  });

  describe('and is refused', () => {
    const refusalOf = async (uri: vscode.Uri) => {
      const seen = person({});
      await bench().drop(uri);
      return seen.messages.join();
    };

    it('is one byte over a megabyte; the message gives the sizes and says what to do', async () => {
      const whole = await bench().write('whole.txt', 'x'.repeat(maxAttachmentBytes.text));
      const more = await bench().write('more.txt', 'x'.repeat(maxAttachmentBytes.text + 1));
      assert.equal(
        await refusalOf(more),
        '“more.txt” (1.1 MB) is not attached: a message can have at most 1 MB of attached text. Select the part that matters, then Add Selection to Chat….'.replace(
          'more.txt',
          'attach/more.txt',
        ),
      );
      assert.equal(await refusalOf(whole), '');
      assert.equal(
        await refusalOf(await bench().write('drop.txt', 'x')),
        '“attach/drop.txt” (1 byte) is not attached: a message can have at most 1 MB of attached text, and already has 1 MB. Remove some, or select the part that matters, then Add Selection to Chat….',
      );
      assert.deepEqual(bench().names, ['attach/whole.txt']);
    });

    it('is neither text nor a picture, or is a folder, empty or gone', async () => {
      assert.match(
        await refusalOf(await bench().write('a.bin', Buffer.from([0, 1, 2]))),
        /neither text nor a picture/u,
      );
      assert.match(
        await refusalOf(await bench().write('latin1.txt', Buffer.from([0xfc]))),
        /neither text nor a picture/u,
      );
      assert.match(await refusalOf(vscode.Uri.file(bench().inside)), /is a folder/u);
      assert.match(await refusalOf(await bench().write('empty.md', '')), /is empty/u);
      assert.match(await refusalOf(vscode.Uri.file(path.join(bench().inside, 'gone.md'))), /can't be read/u);
      assert.deepEqual(bench().names, []);
    });

    it('is anything if the chat can’t send', async () => {
      const closed = new AttachmentBench('newer');
      await closed.drop(await bench().write('a.md', 'a'));
      assert.deepEqual(closed.names, []);
      closed.lastEditor.dispose();
    });

    it('is summed up in the message if there is more of it', async () => {
      const seen = person({});
      const files = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, size: 1, bytes: new Uint8Array([0]) }));
      await bench().say({ type: 'attachFiles', files });
      assert.match(seen.messages[0] ?? '', /“c” is not attached.* 2 more are not attached either\.$/u);
    });
  });
});
