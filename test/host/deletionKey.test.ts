import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { holdRequests } from '../service/faults/hold.ts';
import { useChecking } from './support/checking.ts';
import { useDeletingWindow } from './support/deleting.ts';
import { usePerson } from './support/person.ts';
import { useStandIns } from './support/standIns.ts';
import { useSteps } from './support/steps.ts';
import { useWorld } from './support/world.ts';

const changed = /^The API key of .* was changed meanwhile\. Nothing was deleted\.$/u;

describe('A deletion whose API key is changed', () => {
  const world = useWorld();
  const person = usePerson();
  const replace = useStandIns(vscode.window);
  const checking = useChecking();
  const window = useDeletingWindow(world);
  const undeployed = 'old-experiment';
  const deployed = 'support-tone-v7';

  const ref = (name: string) => window().ref(name);
  const deletes = () => world().service.requests.filter(({ method }) => method === 'DELETE');
  const keysSent = () => [
    ...new Set(world().service.requests.map(({ headers }) => headers['authorization'])),
  ];
  /** The organization's second key, or another organization's: nobody can tell. */
  const changeKey = async (key = 'second-key') => {
    world().service.keys.add(key);
    await world().keys.setApiKey(world().connection, key);
  };
  const oneDeletion = (name: string) => window().feature.one.deleteLora(ref(name));

  it('closes the open question, and deletes nothing', async () => {
    const seen = person({});
    const { createInputBox } = vscode.window;
    const shown = Promise.withResolvers<void>();
    replace({
      createInputBox: () => {
        const box = createInputBox();
        const { show } = box;
        return Object.assign(box, {
          show: () => {
            show.call(box);
            shown.resolve();
          },
        });
      },
    });
    const deleting = oneDeletion(deployed);
    await shown.promise;
    await changeKey();
    await deleting;
    assert.match(seen.messages.join(), changed);
    assert.deepEqual(deletes(), []);
  });

  it('deletes nothing if it changed while a dialog was open', async () => {
    const seen = person({
      button: 'Delete LoRA',
      onMessage: async () => {
        if (seen.messages.length === 1) await changeKey();
      },
    });
    await oneDeletion(undeployed);
    assert.match(seen.messages.at(-1) ?? '', changed);
    assert.deepEqual(deletes(), []);
  });

  it('ends, and sends the retrieve and the request of an entry with the key that was agreed to', async () => {
    const { service } = world();
    const names = window().names.slice(0, 12);
    const release = holdRequests(service, 'DELETE /api/v1/lora/{name}');
    const first = service.nextRequest(({ method }) => method === 'DELETE');
    checking('all');
    person({ typed: ['12'] });
    const deleting = window().feature.many.deleteLoras(names.map(ref));
    await first;
    await changeKey();
    release();
    await deleting;
    assert.match(window().report(), /\d deleted, \d+ not tried\.\n/u);
    assert.match(window().report(), /The API key was changed after you confirmed\.\n/u);
    const sent = deletes();
    assert.ok(sent.length >= 1 && sent.length <= 4, `${sent.length} were sent.`);
    assert.ok(sent.every(({ headers }) => headers['authorization'] !== 'Bearer second-key'));
  });

  it('leaves unknown what is checked with another key, and asks for no list', async () => {
    const { service, secrets, connection } = world();
    service.fail({ kind: 'reset', on: 'DELETE /api/v1/lora/{name}', times: 1 });
    service.fail({ kind: 'status', status: 400, on: 'GET /api/v1/lora' });
    checking('all');
    person({ typed: ['1'] });
    await window().feature.many.deleteLoras([ref(undeployed)]);
    service.clearFaults();
    await changeKey();
    const checkNow = async () => {
      service.clearRequests();
      const seen = person({});
      await window().feature.many.checkNow(window().reportUris()[0]);
      return seen.messages.join();
    };
    assert.match(await checkNow(), /^The API key was changed after you confirmed\. It is still unknown/u);
    assert.deepEqual(service.requests, []);
    // The right key is not recognized either once the key of the hashes is lost.
    await world().keys.clearApiKey(connection);
    const hashKey = [...secrets.values.keys()].find((name) => name === 'hashKey');
    assert.ok(hashKey);
    const kept = secrets.values.get(hashKey);
    await secrets.delete(hashKey);
    assert.match(await checkNow(), /^The API key was changed/u);
    await secrets.store(hashKey, kept ?? '');
    assert.equal(await checkNow(), '');
    assert.match(window().report(), /Asked for, still listed\./u);
  });

  it('offers only what was listed with the key of now', async () => {
    const { service } = world();
    // Another window sets it, and this one has not noticed.
    world().secrets.values.set(`apiKey ${world().connection.baseUrl} ${world().connection.id}`, 'second-key');
    service.keys.add('second-key');
    window().remove(undeployed);
    const seen = person({});
    const picks = checking('leave');
    await window().feature.many.deleteLoras([ref(undeployed)]);
    assert.deepEqual(picks, []);
    assert.match(seen.messages.join(), /No LoRA is selected, or the selected ones are no longer listed\./u);
    assert.deepEqual(keysSent(), ['Bearer second-key']);
  });
});

describe('A deletion that was asked for, and is not confirmed', () => {
  const world = useWorld();
  const person = usePerson();
  const replace = useStandIns(vscode.window);
  const window = useDeletingWindow(world);
  const steps = useSteps();
  const name = 'old-experiment';

  for (const [word, isSure] of [
    ['It Was Deleted', [true]],
    ['It Was Not Deleted', []],
  ] as const) {
    it(`is settled by the user’s word: ${word}`, async () => {
      const { service, connection } = world();
      service.fail({ kind: 'status', status: 504, on: 'DELETE /api/v1/lora/{name}', times: 1 });
      person({ button: 'Delete LoRA' });
      await window().feature.one.deleteLora({ connectionId: connection.id, kind: 'lora', name });
      const titles: string[] = [];
      replace({
        showQuickPick: async (items: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
          titles.push(options.title ?? '');
          return items.find(({ label }) => label === word);
        },
      });
      const ended = window().feature.showDeleted();
      const shown = await steps.pick();
      titles.push(shown.pick.title ?? '');
      shown.pressOn(name, 'Was It Deleted?');
      (await steps.pickUnless(ended))?.escape();
      await ended;
      assert.deepEqual(titles, ['Deleted LoRAs · 1 not confirmed', `Was LoRA “${name}” deleted?`]);
      assert.deepEqual(
        (await window().journalEntries()).map((entry) => entry.isSure),
        isSure,
      );
      assert.deepEqual(await readdir(window().openFolder), []);
    });
  }
});
