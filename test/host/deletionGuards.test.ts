import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withoutIcons, withoutLinks } from '../../src/ui/shared/messages.ts';
import { useChecking } from './support/checking.ts';
import { useDeletingWindow } from './support/deleting.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { namesIn } from './support/rows.ts';
import { connect, useWorld } from './support/world.ts';

/** What VS Code turns into a link in notifications, prompts and validation messages (vs/base/common/linkedText.ts). */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/u;

describe('A deletion', () => {
  const world = useWorld();
  const person = usePerson();
  const window = useDeletingWindow(world);

  const ref = (name: string) => window().ref(name);
  const deletes = () => window().deletes.length;

  it('checks again after the answer: nothing is deleted if the connection became read-only', async () => {
    const { connections, connection } = world();
    const seen = person({
      button: 'Delete LoRA',
      onMessage: async () => {
        if (seen.messages.length === 1) await connections.update(connection, { readOnly: true });
      },
    });
    await window().feature.one.deleteLora(ref('old-experiment'));
    assert.equal(seen.buttons.length, 1);
    assert.equal(deletes(), 0);
  });

  it('asks without links, whatever the service calls its people and models', async () => {
    const { service } = world();
    const [lora] = service.catalog.loras;
    assert.ok(lora?.active_deployment);
    lora.active_deployment.base_model_name = '[base](https://evil.example/x)';
    lora.active_deployment.creator = { user: { first_name: '[Ada](command:workbench.action.quit)' } };
    const seen = person({ typed: ['x'] });
    await window().feature.one.deleteLora(ref(lora.name));
    assert.match(seen.details.join(), /\[Ada\] \(command:/u);
    assert.doesNotMatch([...seen.details, ...seen.messages].join('\n'), link);
    assert.equal(deletes(), 0);
  });

  it('is not confirmed by an empty box if the whole name is invisible', async () => {
    const { service, catalogs, connection } = world();
    const [lora] = service.catalog.loras;
    assert.ok(lora?.active_deployment);
    lora.name = '\u200b\u2060';
    await catalogs.loader(connection).refresh();
    const seen = person({ typed: [''] });
    await window().feature.one.deleteLora(ref(lora.name));
    assert.match(seen.details.join('\n'), /Type the name to delete it\./u);
    assert.equal(deletes(), 0);
  });

  it('hides the row even if the list can’t be refreshed', async () => {
    const { service, tree } = world();
    service.fail({ on: 'GET /api/v1/lora', kind: 'status', status: 400 });
    person({ button: 'Delete LoRA' });
    await window().feature.one.deleteLora(ref('old-experiment'));
    tree.fire();
    assert.equal(namesIn(tree).length, 29);
    assert.ok(!namesIn(tree).includes('old-experiment'));
  });
});

describe('A deletion of many LoRAs', () => {
  const world = useWorld();
  const person = usePerson();
  const checking = useChecking();
  const picking = usePicking();
  const deleting = useDeletingWindow(world);

  const ref = (name: string) => deleting().ref(name);
  const names = ['old-experiment', 'untitled'] as const;

  it('takes no checks and no number from what a page or an extension passes', async () => {
    const [name] = names;
    const given = { ...ref(name), picked: true, selected: true, checked: [name], typed: '1', number: 1 };
    const picks = checking([]);
    person({ typed: ['1'] });
    await Promise.race([
      deleting().feature.deleteLoras(given, [given, given, ref('support-tone-v7')]),
      nextTurns(),
    ]);
    assert.deepEqual(picks[0]?.checked, []);
    assert.deepEqual(world().service.requests, []);
  });

  it('sends nothing through a read-only connection, and offers none of its LoRAs', async () => {
    const { connections, connection, service } = world();
    await connections.update(connection, { readOnly: true });
    const picks = checking('all');
    const seen = person({ typed: ['2'] });
    await deleting().feature.deleteLoras(undefined, names.map(ref));
    await deleting().feature.deleteLoras();
    assert.deepEqual([picks, service.requests], [[], []]);
    assert.match(seen.messages.join('\n'), /is read-only\. Nothing was deleted\./u);
  });

  it('reports that the list did not come, not that it is empty', async () => {
    const { catalogs, connection, service } = world();
    catalogs.loader(connection).reset({ forget: true });
    service.fail({ on: 'GET /api/v1/lora', kind: 'status', status: 400 });
    const seen = person({});
    await deleting().feature.deleteLoras();
    assert.match(seen.messages.join('\n'), /^Nothing was deleted\. .*400/u);
    assert.equal(seen.messages.length, 1);
  });

  it('asks which connection is meant if the selection belongs to several', async () => {
    const { url } = world().service;
    const both = await connect(
      world(),
      ...['one', 'two'].map((id) => ({ id, name: `Acme $(trash) ${id}`, url })),
    );
    await Promise.all(both.map((one) => world().catalogs.loader(one).refresh()));
    const asked = picking('Acme \\$(trash) two');
    const rows = ['one', 'two', 'two'].map((connectionId, index) => {
      return { connectionId, kind: 'lora', name: names[index % 2] };
    });
    await deleting().feature.deleteLoras(undefined, rows);
    assert.deepEqual(
      asked.map(({ title, labels }) => [title.replace(/ \(.*/u, ''), labels]),
      [
        [
          'Your selection is from several connections. Choose the one to delete from',
          ['Acme \\$(trash) one', 'Acme \\$(trash) two'],
        ],
        ['Delete LoRAs of Acme $(trash) two', ['not deployed', 'untitled', 'old-experiment']],
      ],
    );
  });

  /** The pick stays open with nothing checked. */
  async function nextTurns(): Promise<void> {
    for (let turn = 0; turn < 5; turn++)
      await vscode.commands.executeCommand('workbench.action.focusQuickOpen');
  }
});

describe('Text in a message', () => {
  it('keeps the text of a link or an icon, but is neither', () => {
    assert.doesNotMatch(withoutLinks('Go [there](command:workbench.action.quit) now'), link);
    assert.equal(withoutIcons('$(trash) it'), '\\$(trash) it');
  });
});
