import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { addToPromptSet } from '../../src/ui/chats/transfer/addToPromptSet.ts';
import { useFolder } from '../unit/core/fixtures.ts';
import { useChatTab } from './support/chatTab.ts';
import { closeEditors } from './support/editors.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useStandIns } from './support/standIns.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const rows = ['one', 'two'].map((content) => ({ messages: [{ role: 'user', content }] }));
const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('Add to Prompt Set…', () => {
  const folder = useFolder();
  const picking = usePicking();
  const replace = useStandIns(vscode.window);
  const person = usePerson();
  const world = useWorld();
  const tab = useChatTab(world, ['llama-3-8b', 'support-tone-v7']);
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closeEditors();
  });

  const shown = () => {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    return { text: document?.getText(), line: selection?.active.line, document };
  };

  it('makes a new set that nobody has saved', async () => {
    const seen = picking('New Prompt Set');
    await addToPromptSet(rows);
    assert.deepEqual(seen[0]?.labels, ['New Prompt Set', 'Browse…']);
    assert.deepEqual([shown().text, shown().document?.isUntitled], [lines, true]);
  });

  it('adds to a set that is open, and shows the first row that it added, unsaved', async () => {
    for (const [name, before, line] of [
      ['open.jsonl', '{"prompt":"a"}', 1],
      ['whole.jsonl', '{"prompt":"a"}\n', 1],
      ['empty.jsonl', '', 0],
    ] as const) {
      const file = vscode.Uri.file(path.join(folder(), name));
      await writeFile(file.fsPath, before);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file), { preview: false });
      const seen = picking(name);
      await addToPromptSet(rows);
      assert.equal(seen[0]?.labels[0], name);
      const { text, document } = shown();
      assert.equal(text, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`);
      assert.deepEqual([shown().line, document?.isDirty], [line, true]);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });

  it('adds to a set that is chosen, or to none if the person leaves', async () => {
    const file = vscode.Uri.file(path.join(folder(), 'mails.jsonl'));
    await writeFile(file.fsPath, '');
    picking('Browse…');
    replace({ showOpenDialog: async () => [file] });
    await addToPromptSet(rows);
    assert.deepEqual([shown().text, shown().document?.uri.fsPath], [lines, file.fsPath]);
    picking();
    await addToPromptSet(rows);
    assert.equal(shown().text, lines);
  });

  it('says so if there is nothing to add', async () => {
    const seen = person({});
    await addToPromptSet([]);
    assert.match(seen.messages[0] ?? '', /There is no question to add/u);
  });

  it('takes from the page the questions that were voted on', async () => {
    await tab().send('One');
    await tab().send('Two');
    const { page, session } = tab();
    await session.vote(page.row().question, tab().columnId('support-tone-v7'));
    picking('New Prompt Set');
    tab().recorded.say({ type: 'addToPromptSet' });
    await until(
      vscode.window.onDidChangeActiveTextEditor,
      'the set',
      () => shown().document?.isUntitled === true,
    );
    const [row, ...others] = (shown().text ?? '').trim().split('\n');
    const { messages, expected, checks } = JSON.parse(row ?? '');
    assert.deepEqual([messages.at(-1).content, typeof expected, checks, others], ['Two', 'string', [], []]);
  });
});
