import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConnectionEntry } from '../../src/core/connections/connection.ts';
import { ListSetting } from '../../src/ui/shared/listSetting.ts';
import { canaryKey } from '../e2e/canary.ts';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { closeEditors } from './support/editors.ts';
import { liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { textsOf } from './support/rows.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('Connections in the settings', () => {
  const person = usePerson();
  const world = useWorld();

  /** Sets the setting to any value, and waits until this window has read it. */
  async function write(value: unknown, isRead: () => boolean): Promise<void> {
    await setUser('hostedModels', 'connections', value);
    await until(world().connections.onDidChange, 'the setting is read', isRead);
  }

  const rows = () => textsOf(world().tree, world().tree.getChildren());
  const good = (): ConnectionEntry => ({ id: 'good', name: 'Good', url: world().service.url });

  it('show each mistake in the place of its connection, and keep all others', async () => {
    const { connections, tree } = world();
    const mistakes = [
      good(),
      { name: 'Typo', url: 'htps:/nowhere' },
      { id: 'plain', name: 'Plain', url: 'http://models.acme.example' },
      { ...good(), name: 'Copy' },
      7,
    ];
    await write(mistakes, () => connections.problems.length === 4);
    assert.deepEqual(rows(), [
      'Good: ',
      'Typo: wrong address',
      'Plain: not encrypted',
      'Copy: id used twice',
      'Connection 5: not complete',
    ]);
    assert.equal(connections.only, undefined);
    const items = tree.getChildren().map((node) => tree.getTreeItem(node));
    assert.equal(new Set(items.map(({ id }) => id)).size, 5);
    assert.deepEqual(
      [items[0], items[1]].map((item) => item?.contextValue),
      ['connection', 'problem'],
    );
    assert.match(String(items[1]?.tooltip), /hostedModels\.connections\[1\]\nIts "url" is not the address/u);
  });

  it('are opened in settings.json from the row of a mistake', async () => {
    await liveExtension();
    await write([good(), 7], () => world().connections.problems.length === 1);
    await vscode.commands.executeCommand(
      'hostedModels.openConnectionsSetting',
      world().tree.getChildren()[1],
    );
    const editor = vscode.window.activeTextEditor;
    assert.match(editor?.document.fileName ?? '', /settings\.json$/u);
    const line = () => editor?.document.lineAt(editor.selection.active).text ?? '';
    await until(vscode.window.onDidChangeTextEditorSelection, 'the setting is shown', () =>
      line().includes('hostedModels.connections'),
    );
    await closeEditors();
  });

  it('are left alone and reported if they are not a list', async () => {
    const { connections, connection } = world();
    await write({ url: 'https://models.acme.example' }, () => connections.problems.length === 1);
    assert.match(rows().join('\n'), /^Connections: not a list$/mu);
    await assert.rejects(connections.add({ ...connection, id: 'more' }), /is not a list\. Correct it/u);
    await setConnections();
  });

  it('are changed and removed alone, even if another entry has the same id', async () => {
    const { connections } = world();
    const copy = { ...good(), name: 'Copy', note: 'mine' };
    await write([good(), copy], () => connections.problems.length === 1);
    const connection = connections.byId('good');
    assert.ok(connection);
    await connections.update(connection, { name: 'Renamed' });
    assert.deepEqual(rows(), ['Renamed: ', 'Copy: id used twice']);
    await connections.remove('good');
    assert.deepEqual([connections.all.map(({ name }) => name), connections.problems], [['Copy'], []]);
    await connections.remove('good');
    // One window renames what another one removed.
    await connections.update(connection, { name: 'Back again' });
    assert.deepEqual(connections.byId('good'), undefined);
  });

  it('keep their id, and what is kept under it, when they are renamed, get another key or move', async () => {
    const { connections, keys, service } = world();
    const entry = { name: 'By hand', url: `${service.url}/` };
    await write([entry], () => connections.only?.name === 'By hand');
    const first = connections.only;
    assert.ok(first);
    assert.equal(first.id, service.url);
    await keys.setApiKey(first, canaryKey);
    await connections.keepId(first);
    await connections.update(first, { name: 'Renamed' });
    const { port } = new URL(service.url);
    const moved = { id: first.id, name: 'Renamed', url: `http://localhost:${port}` };
    await write([moved], () => connections.byId(first.id)?.baseUrl === moved.url);
    const now = connections.byId(first.id);
    assert.ok(now);
    // A key belongs to the URL that it was typed for.
    assert.equal(await keys.apiKey(now), undefined);
    assert.equal(await keys.apiKey({ id: first.id, baseUrl: first.baseUrl }), canaryKey);
  });

  it('are changed one at a time, and keep what was written by hand in this and other entries', async () => {
    const { connections } = world();
    const mine = { team: 'tuners', ...good(), note: { since: 2026 } };
    await write([7, mine, { url: 'nowhere' }], () => connections.byId('good') !== undefined);
    const connection = connections.byId('good');
    assert.ok(connection);
    const named = (name: string) => ({ ...connection, id: name, name });
    await Promise.all([
      connections.add(named('one')),
      connections.add(named('two')),
      connections.update(connection, { readOnly: true }),
      connections.remove('one'),
    ]);
    const { name, baseUrl: url } = connection;
    assert.deepEqual(new ListSetting('connections').entries, [
      7,
      { ...mine, readOnly: true },
      { url: 'nowhere' },
      { id: 'two', name: 'two', url },
    ]);
    assert.deepEqual(
      connections.all.map((one) => [one.name, one.readOnly]),
      [
        [name, true],
        ['two', false],
      ],
    );
  });

  it('are not written if nothing changes', async () => {
    class Unwritten extends ListSetting {
      override write(): never {
        assert.fail('It was written.');
      }
    }
    await new Unwritten('connections').change((entries) => entries);
  });

  it('say that another window was faster if a change is not there afterwards, and what to do', async () => {
    await setConnections([good()]);
    const theirs = [{ ...good(), name: 'Theirs' }];
    class Overwritten extends ListSetting {
      override write(): Promise<void> {
        return super.write(theirs);
      }
    }
    const setting = new Overwritten('connections');
    await assert.rejects(
      setting.change((entries) => [...entries, { url: 'https://mine.example' }]),
      /^UserFacingError: Another window changed hostedModels\.connections at the same time\. Look .*make it again\.$/u,
    );
    assert.deepEqual(setting.entries, theirs);
  });

  it('say so, too, if that window writes only after the change was looked for, and else nothing', async () => {
    const seen = person({});
    const mine = { url: 'https://mine.example' };
    for (const [theirs, said] of [
      [[{ ...good(), name: 'Theirs' }], 1],
      [[{ ...good(), name: 'Theirs' }, mine], 1],
    ] as const) {
      await setConnections([good()]);
      const setting = new ListSetting('connections');
      await setting.change((entries) => [...entries, mine]);
      await setConnections([...theirs]);
      // It looks again before the next change, or half a second later.
      await setting.change((entries) => entries);
      assert.equal(seen.messages.length, said);
    }
    assert.match(
      seen.messages.join(),
      /^Another window changed hostedModels\.connections at the same time\. /u,
    );
    const told = new Promise<string>((resolve) => void person({ onMessage: resolve }));
    await setConnections([good()]);
    await new ListSetting('connections').change(() => []);
    await setConnections([good()]);
    assert.match(await told, /^Another window changed/u);
  });
});
