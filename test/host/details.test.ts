import assert from 'node:assert/strict';
import type { DetailsToHost } from '../../src/protocol/details.ts';
import { makeReadOnly } from '../../src/ui/connections/connectionCommands.ts';
import { DetailsPanels } from '../../src/ui/details/detailsPanels.ts';
import { removeLora } from '../service/catalog.ts';
import { lora } from '../unit/core/fixtures.ts';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { useDetails } from './support/detailsBench.ts';
import { until } from './support/waiting.ts';
import { connect, load, otherUrl, useWorld } from './support/world.ts';

describe('A details tab', () => {
  const world = useWorld();
  const name = 'support-tone-v7';
  const chat = { id: 'c1', title: 'Refund tone', when: '10:42' };
  const bench = useDetails(world);
  const open = (connectionId?: string) => bench().open(name, connectionId);
  const ref = (connectionId?: string) => bench().ref(name, connectionId);
  const last = () => bench().last;
  const say = (message: DetailsToHost) => bench().recorded.say(message);

  const connectTo = (url: string) => connect(world(), { id: 'acme', name: 'Acme', url });

  it('says what a change was from, also once the list counts it as seen', async () => {
    await load(world());
    const { service, catalogs, connection } = world();
    const entry = service.catalog.loras.find((one) => one.name === name);
    assert.ok(entry?.active_deployment);
    entry.active_deployment.base_model_name = 'mistral-7b-instruct';
    await load(world());
    const panel = open();
    catalogs.loader(connection).markSeen(() => true);
    await bench().reaches('shown');
    const base = () =>
      last()
        ?.sections.flatMap(({ facts }) => facts)
        .find(({ label }) => label === 'Base model');
    assert.deepEqual([base()?.value, base()?.was], ['mistral-7b-instruct', '(was llama-3-8b)']);
    await panel.refresh();
    assert.equal(base()?.was, '(was llama-3-8b)');
  });

  it('says that it waits before it tries again, and can be stopped', async () => {
    const { service, connection } = world();
    service.fail({
      kind: 'status',
      status: 503,
      on: 'GET /api/v1/lora/{name}',
      headers: { 'retry-after': '8' },
    });
    open();
    await until(bench().recorded.onDidPost, 'it waits', () => last()?.canStop === true);
    assert.equal(last()?.notice, `${connection.name} is busy (503), trying again in 8 s.`);
    assert.equal(last()?.state, 'loading');
    say({ type: 'stop' });
    await bench().reaches('failed');
    assert.deepEqual(
      [last()?.notice, last()?.canStop],
      [`Stopped before ${connection.name} answered.`, false],
    );
    service.clearFaults();
    say({ type: 'refresh' });
    await bench().reaches('shown');
    assert.equal(last()?.notice, undefined);
  });

  it('never goes back to an earlier state, however long its chats take to read', async () => {
    const slow = Promise.withResolvers<(typeof chat)[]>();
    let reads = 0;
    bench().changes.chatsOf = () => {
      reads += 1;
      return reads === 1 ? slow.promise : Promise.resolve([chat]);
    };
    const page = open();
    await bench().reaches('shown');
    const from = bench().states.length;
    slow.resolve([]);
    await slow.promise;
    await page.follow();
    const later = bench().states.slice(from);
    assert.ok(later.length > 0);
    for (const { state, chats } of later) assert.deepEqual([state, chats], ['shown', [chat]]);
  });

  it('sends nothing more once it is closed', async () => {
    const read = Promise.withResolvers<(typeof chat)[]>();
    bench().changes.chatsOf = () => read.promise;
    const page = open();
    const shown = page.follow();
    bench().recorded.panel.dispose();
    read.resolve([chat]);
    await shown;
    assert.deepEqual(bench().states, []);
  });

  it('shows the entry even if the chats can’t be read', async () => {
    bench().changes.chatsOf = async () => {
      throw new Error('EACCES');
    };
    open();
    await bench().reaches('shown');
    assert.match(world().log.lines.join(), /error Reading the chats/u);
  });

  it('reports an error instead of loading forever', async () => {
    bench().changes.retrieve = async () => {
      throw new TypeError('It is no object.');
    };
    const page = open();
    await bench().reaches('failed');
    assert.equal(last()?.notice, 'Something went wrong. See the log.');
    assert.match(world().log.lines.join(), /error Retrieving for the details failed: TypeError\n\s+at /u);
    delete bench().changes.retrieve;
    await page.refresh();
    assert.deepEqual([last()?.state, last()?.notice], ['shown', undefined]);
  });

  it('keeps what it shows and says so when its connection is removed, until that comes back', async () => {
    const { service } = world();
    await connectTo(service.url);
    const page = open('acme');
    await bench().reaches('shown');
    const before = last();
    assert.ok(before?.canDelete && before.sections.length > 0);
    await setConnections();
    await page.follow();
    assert.deepEqual(last(), {
      ...before,
      state: 'gone',
      notice: 'The connection of this entry was removed.',
      canDelete: false,
      vscodeChat: undefined,
    });
    say({ type: 'refresh' });
    await page.follow();
    assert.equal(last()?.state, 'gone');
    assert.equal(bench().asked.length, 1);
    await connectTo(service.url);
    await page.follow();
    assert.deepEqual([last()?.state, last()?.notice, bench().asked.length], ['shown', undefined, 2]);
  });

  it('drops an answer that comes after its connection was removed or its model deleted', async () => {
    for (const leave of [
      () => setConnections(),
      () => world().pending.during(ref('acme'), async () => ({ isGone: true })),
    ]) {
      await connectTo(world().service.url);
      const answer = Promise.withResolvers<{ model: ReturnType<typeof lora>; raw: unknown }>();
      bench().changes.retrieve = () => answer.promise;
      const page = open('acme');
      await leave();
      await page.follow();
      answer.resolve({ model: lora(name), raw: {} });
      await answer.promise;
      await page.follow();
      assert.deepEqual([last()?.state, last()?.retrieved], ['gone', '']);
    }
  });

  it('drops what another base URL gave, and asks the new one', async () => {
    const { service } = world();
    await connectTo(service.url);
    const page = open('acme');
    await bench().reaches('shown');
    const moved = otherUrl(service);
    await connectTo(moved);
    const from = bench().states.length;
    await page.follow();
    assert.deepEqual(bench().asked, [service.url, moved]);
    assert.ok(bench().states.length > from);
    for (const { sections, retrieved } of bench().states.slice(from)) {
      assert.deepEqual([sections, retrieved], [[], '']);
    }
    assert.deepEqual([last()?.state, last()?.notice], ['failed', 'No API key for Acme.']);
  });

  it('reads its chats again whenever it is shown again, without retrieving the model', async () => {
    const page = open();
    await bench().reaches('shown');
    bench().changes.chatsOf = async () => [chat];
    await page.follow();
    assert.deepEqual(last()?.chats, [chat]);
    assert.equal(bench().asked.length, 1);
  });

  it('says “gone” after a deletion, and shows the model again if a retrieve finds it', async () => {
    const { pending } = world();
    const page = open();
    await bench().reaches('shown');
    await pending.during(ref(), async () => ({ isGone: true }));
    await page.follow();
    assert.match(last()?.notice ?? '', /^Gone from 127\.0\.0\.1:\d+\. Shown as of /u);
    assert.deepEqual([last()?.state, last()?.canDelete], ['gone', false]);
    await page.refresh();
    assert.ok(pending.isDeleted(ref()));
    assert.deepEqual([last()?.state, last()?.canDelete], ['shown', true]);
    await page.follow();
    assert.equal(last()?.state, 'shown');
  });

  it('offers no deletion through a read-only connection', async () => {
    const page = open();
    await bench().reaches('shown');
    assert.equal(last()?.canDelete, true);
    await makeReadOnly(world(), { connectionId: world().connection.id });
    await page.follow();
    assert.deepEqual([last()?.state, last()?.canDelete], ['shown', false]);
  });

  it('retrieves the model again, once, when a newer list has it', async () => {
    const { service } = world();
    await load(world());
    const removed = removeLora(service, name);
    const page = open();
    await bench().reaches('gone');
    await page.follow();
    assert.equal(bench().asked.length, 1);
    service.catalog.loras.push(removed);
    await load(world());
    await page.follow();
    assert.deepEqual([last()?.state, last()?.notice], ['shown', undefined]);
    await page.follow();
    assert.equal(bench().asked.length, 2);
  });

  it('says whether its model is in VS Code’s chat, and adds or removes it by the command', async () => {
    const { offered } = world();
    const page = open();
    await bench().reaches('shown');
    assert.equal(last()?.vscodeChat, 'add');
    await offered.add([ref()]);
    await page.follow();
    assert.equal(last()?.vscodeChat, 'remove');
    await offered.remove([ref()]);
    await page.follow();
    assert.equal(last()?.vscodeChat, 'add');
    await setUser('hostedModels', 'vscodeChat.models', undefined);
  });

  it('comes back without its connection, and says why it shows nothing', async () => {
    const panels = new DetailsPanels(bench().parts);
    await panels.deserializeWebviewPanel(bench().recorded.panel, ref('removed'));
    bench().recorded.say({ type: 'ready' });
    await bench().reaches('gone');
    assert.deepEqual(last(), {
      identity: ref('removed'),
      name,
      subtitle: 'LoRA',
      state: 'gone',
      notice: 'The connection of this entry was removed.',
      canLink: false,
      canDelete: false,
      vscodeChat: undefined,
      sections: [],
      loras: [],
      chats: [],
      canStop: false,
      retrieved: '',
    });
    assert.deepEqual(bench().asked, []);
  });
});
