import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ModelRef } from '../../src/core/models/modelKey.ts';
import type { ChatToPage } from '../../src/protocol/chat.ts';
import { Connections } from '../../src/ui/connections/connections.ts';
import { followChanges } from '../../src/ui/followChanges.ts';
import { Links } from '../../src/ui/links/links.ts';
import { canaryKey } from '../e2e/canary.ts';
import { useBoxes } from './support/boxes.ts';
import { useChats } from './support/chats.ts';
import { setConnections } from './support/connectionSettings.ts';
import { fence } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { type RecordedPanel, useRecordedPanels } from './support/recordedPanel.ts';
import { nextEvent, until, within } from './support/waiting.ts';
import { closeWindow, load, openWindow, useWorld, type World } from './support/world.ts';

const note = 'Filled in by a link.';
const lists = ['GET /api/v1/base-model', 'GET /api/v1/lora'];

describe('A link to the extension', () => {
  const world = useWorld();
  const tabs = useRecordedPanels();
  const chats = useChats(world);
  const person = usePerson();
  const picking = usePicking();
  const nextBox = useBoxes();
  const didShowDetails = new vscode.EventEmitter<ModelRef>();
  let details: ModelRef[] = [];
  let links: Links;
  let seen: Pick<World, 'service' | 'log'>;

  const linksOf = (connections: Connections, window = world()) =>
    new Links({
      ...window,
      connections,
      openChat: (model, fill) => chats().panels.create(model, fill),
      async openDetails(model) {
        details.push(model);
        didShowDetails.fire(model);
      },
    });
  beforeEach(() => {
    details = [];
    seen = world();
    links = linksOf(world().connections);
  });
  // What a link may never do, whatever it says.
  afterEach(() => {
    const { service, log } = seen;
    assert.deepEqual(
      service.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path),
      [],
    );
    assert.doesNotMatch(log.lines.join('\n'), /secret|sql-assistant|evil|gone/u);
  });

  /** Resolves when it is open, or the person was told or asked. VS Code decodes a link like this before it passes it on. */
  const open = (rest: string, by = links) =>
    within(by.open(vscode.Uri.parse(`vscode://hosted-models.hosted-models${rest}`)), 'the link is open');

  const said = <T extends ChatToPage['type']>({ posted }: RecordedPanel, type: T) =>
    posted.filter((one): one is Extract<ChatToPage, { type: T }> => one.type === type);
  const fillOf = (tab: RecordedPanel | undefined) =>
    (tab ? said(tab, 'fill') : []).map((fill) => [fill.text, fill.note])[0];
  const modelOf = (tab: RecordedPanel | undefined) =>
    (tab ? said(tab, 'snapshot') : [])[0]?.frame.columns[0].model.name;
  const isShown = (tab: RecordedPanel) =>
    until(tab.onDidPost, 'its page has loaded', () => said(tab, 'snapshot').length > 0);
  /** The page has put the text into its composer and keeps it. */
  const isFilled = (tab: RecordedPanel) =>
    until(tab.onDidReceive, 'its page has the text', () =>
      tab.received.some((message) => JSON.stringify(message) === '{"type":"filled"}'),
    );

  const ref = (name: string, kind: ModelRef['kind'] = 'lora', connectionId = world().connection.id) => {
    return { connectionId, kind, name };
  };
  const asked = () => world().service.requests.map(({ method, path }) => `${method} ${path}`);

  it('to a chat opens a new one with the model and the prompt in its composer, and asks for the lists alone', async () => {
    await open(
      '/chat?model=sql-assistant&prompt=Tell%20me%20a%20secret%0Aplease&key=secret&url=https://evil.example',
    );
    const [tab] = tabs.all;
    assert.ok(tab && tabs.all.length === 1);
    await isFilled(tab);
    assert.equal(modelOf(tab), 'sql-assistant');
    const more = `${note} The link goes on with something unknown, which was left out.`;
    assert.deepEqual(fillOf(tab), ['Tell me a secret\nplease', more]);
    assert.deepEqual(asked().toSorted(), lists);
    const conversation = chats().panels.recent?.session.conversation;
    assert.deepEqual([conversation?.turns.size, conversation?.settings], [0, {}]);
  });

  it('that comes with others opens a tab of its own, with its own text', async () => {
    await Promise.all([
      open('/chat?model=sql-assistant&prompt=First'),
      open('/chat?model=sql-assistant&prompt=Second'),
      open('/chat?model=sql-assistant'),
    ]);
    assert.equal(tabs.all.length, 3);
    const texts = [['First', note], ['Second', note], undefined];
    for (const [index, tab] of tabs.all.entries()) {
      // The page of a tab that was covered at once may not have loaded yet.
      tab.panel.reveal();
      await (texts[index] ? isFilled(tab) : isShown(tab));
      assert.deepEqual(fillOf(tab), texts[index]);
    }
    assert.deepEqual(asked().toSorted(), lists);
  });

  it('never lands in a draft: with a prompt it opens a new chat, without one it goes back to an unused chat', async () => {
    await open('/chat?model=sql-assistant');
    await open('/chat?model=sql-assistant');
    const [first] = tabs.all;
    assert.ok(first && tabs.all.length === 1);
    await open('/chat?model=sql-assistant&prompt=Hello');
    const second = tabs.all[1];
    assert.ok(second);
    await isFilled(second);
    assert.deepEqual([fillOf(first), fillOf(second)], [undefined, ['Hello', note]]);
    assert.equal((await chats().panels.create(ref('sql-assistant'))).isFilled, false);
    assert.equal(tabs.all.length, 2);
  });

  it('fills a page that comes back until it keeps the text, and then no more', async () => {
    await load(world());
    const created = nextEvent(tabs.onDidCreate, 'a tab');
    const panel = await chats().panels.create(ref('sql-assistant'));
    const tab = await created;
    await isShown(tab);
    panel.fill({ text: 'Hello', note });
    tab.say({ type: 'ready' });
    assert.equal(said(tab, 'fill').length, 2);
    tab.say({ type: 'filled' });
    tab.say({ type: 'ready' });
    assert.equal(said(tab, 'fill').length, 2);
  });

  it('to a model opens its details, of the kind that it names if there are two', async () => {
    world().service.catalog.loras.push({ name: 'llama-3-8b', unit_price: 0.2 });
    await open('/model?name=llama-3-8b');
    await open('/model?name=llama-3-8b&kind=baseModel');
    await open('/model?name=mistralai%2FMixtral-8x7B-Instruct-v0.1');
    assert.deepEqual(details, [
      ref('llama-3-8b'),
      ref('llama-3-8b', 'baseModel'),
      ref('mistralai/Mixtral-8x7B-Instruct-v0.1', 'baseModel'),
    ]);
    assert.deepEqual(asked().toSorted(), lists);
    assert.equal(tabs.all.length, 0);
  });

  it('finds a model that is newer than the list', async () => {
    await load(world());
    world().service.catalog.loras.push({ name: 'brand-new', unit_price: 0.2 });
    await open('/model?name=brand-new');
    assert.deepEqual(details, [ref('brand-new')]);
  });

  it('finds its model in the list kept on disk, without waiting for the service', async () => {
    await load(world());
    const next = openWindow(world());
    const remove = next.service.fail({ kind: 'hang', on: '*' });
    next.service.clearRequests();
    await open('/model?name=sql-assistant', linksOf(next.connections, next));
    await open('/model?name=llama-3-8b', linksOf(next.connections, next));
    assert.deepEqual(details, [ref('sql-assistant'), ref('llama-3-8b', 'baseModel')]);
    assert.deepEqual(asked(), []);
    remove();
    closeWindow(next);
  });

  describe('to a LoRA that was deleted from this window', () => {
    const name = 'llama-3-8b';
    beforeEach(async () => {
      const { service, pending } = world();
      service.catalog.loras.push({ name, unit_price: 0.2 });
      await load(world());
      await pending.during(ref(name), async () => ({ isGone: true }));
    });

    it('says that it is not listed, also if the list can’t be loaded', async () => {
      const { service, connection } = world();
      const told = person({});
      const remove = service.fail({ kind: 'status', status: 400, on: 'GET /api/v1/lora' });
      await open(`/model?name=${name}&kind=lora`);
      remove();
      service.catalog.loras.pop();
      await open(`/chat?model=${name}&kind=lora`);
      const text = `${connection.name} doesn't list ${name}.`;
      assert.deepEqual([told.messages, details, tabs.all.length], [[text, text], [], 0]);
    });

    it('leads to the base model of that name, unless it asks for the LoRA', async () => {
      await open(`/model?name=${name}`);
      assert.deepEqual(details, [ref(name, 'baseModel')]);
    });

    it('opens it once a fresh list shows it again', async () => {
      const chatStore = { onDidChange: new vscode.EventEmitter<string>().event };
      const none = { made: undefined };
      const following = followChanges({ ...world(), chats: none, details: none, chatStore });
      await open(`/model?name=${name}&kind=lora`);
      assert.deepEqual(details, [ref(name)]);
      following.dispose();
    });
  });

  it('to a model that is not listed says so, and keeps the prompt for the one that the person chooses', async () => {
    const told = person({ button: 'Choose Model…' });
    const picked = picking('support-tone-v7');
    const created = nextEvent(tabs.onDidCreate, 'a tab');
    await open('/chat?model=gone%E2%80%8B&prompt=Hello');
    const tab = await created;
    await isFilled(tab);
    assert.deepEqual(told.messages, [`${world().connection.name} doesn't list gone\\u{200B}.`]);
    assert.equal(picked.length, 1);
    assert.deepEqual([modelOf(tab), fillOf(tab)], ['support-tone-v7', ['Hello', note]]);
    assert.equal(tabs.all.length, 1);
  });

  it('to a LoRA does not lead to the base model of that name', async () => {
    const told = person({});
    await open('/model?name=llama-3-8b&kind=lora');
    assert.deepEqual(told.messages, [`${world().connection.name} doesn't list llama-3-8b.`]);
    assert.deepEqual(details, []);
  });

  it('waits for nobody: a message that is left alone does not hold up the next one', async () => {
    Object.assign(vscode.window, { showWarningMessage: () => new Promise(() => undefined) });
    await open('/model?name=gone');
    await open('/model?name=llama-3-8b');
    assert.deepEqual(details, [ref('llama-3-8b', 'baseModel')]);
    person({});
  });

  it('opens what it names if the list can’t be loaded: that proves nothing', async () => {
    const { service } = world();
    const told = person({});
    service.fail({ kind: 'status', status: 400, on: 'GET /api/v1/lora' });
    await open('/model?name=gone');
    await open('/model?name=gone&kind=baseModel');
    await open('/chat?model=gone&prompt=Hello');
    const [tab] = tabs.all;
    assert.ok(tab);
    await isFilled(tab);
    assert.deepEqual(details, [ref('gone'), ref('gone', 'baseModel')]);
    assert.deepEqual(
      [modelOf(tab), said(tab, 'snapshot')[0]?.frame.columns[0].model.gone],
      ['gone', undefined],
    );
    assert.deepEqual(told.messages, []);
  });

  it('without a model lets the person choose one', async () => {
    const picked = picking('sql-assistant');
    await open('/chat?prompt=Hello');
    const [tab] = tabs.all;
    assert.ok(tab);
    await isFilled(tab);
    assert.equal(picked[0]?.title, 'Open Link');
    assert.deepEqual([modelOf(tab), fillOf(tab)], ['sql-assistant', ['Hello', note]]);
    picking();
    await open('/chat?prompt=Hello');
    assert.equal(tabs.all.length, 1);
  });

  it('that can’t be opened says why, and opens nothing', async () => {
    const told = person({});
    await open('/settings?key=secret');
    await open('/model');
    await open('/chat?model=sql-assistant&model=llama-3-8b');
    await open(`/chat?prompt=${'secret'.repeat(4000)}`);
    await open('/model?name=a%E2%80%AEb');
    await open('/model?name=%FF');
    await open('/model?name=a%26secret');
    await open('/model?name=a&kind=secret');
    await open(`/model?x=${'secret'.repeat(40_000)}`);
    const start = "This link can't be opened: ";
    assert.deepEqual(told.messages, [
      `${start}Hosted Models opens links to a chat or a model only.`,
      `${start}it doesn't name a model.`,
      `${start}it has “model” more than once.`,
      `${start}its “prompt” is longer than 20,000 characters.`,
      `${start}its “name” has control characters, or characters that change the direction of text.`,
      `${start}its “name” is damaged.`,
      `${start}it is unclear where its “name” ends. A value with “&” must be encoded twice.`,
      `${start}its “kind” is neither lora nor baseModel.`,
      `${start}it is too long.`,
    ]);
    assert.deepEqual([tabs.all.length, details, asked()], [0, [], []]);
  });

  describe('with several connections', () => {
    const acme = { id: 'acme', name: 'Acme', url: 'https://models.acme.example:8443' };
    beforeEach(async () => {
      const { url } = world().service;
      await setConnections([
        acme,
        { id: 'eu', name: 'Europe', url: `${url}/eu` },
        { id: 'us', name: 'America', url },
      ]);
    });

    it('leads to the only one with its host, however that is written', async () => {
      const picked = picking();
      const { host } = new URL(world().service.url);
      await setConnections([acme, { id: 'us', name: 'America', url: world().service.url }]);
      await open(`/model?name=sql-assistant&connection=${host}`);
      assert.deepEqual([picked, details], [[], [ref('sql-assistant', 'lora', 'us')]]);
    });

    it('lets the person pick among those with its host, else among all, and opens nothing if they don’t', async () => {
      const { host } = new URL(world().service.url);
      const picked = picking('America', 'America');
      await open(`/model?name=sql-assistant&connection=${host}`);
      await open('/model?name=sql-assistant');
      await open('/model?name=sql-assistant');
      assert.deepEqual(
        picked.map(({ title, labels }) => [title, labels]),
        [
          ['Open Link', ['Europe', 'America']],
          ['Open Link', ['Acme', 'Europe', 'America']],
          ['Open Link', ['Acme', 'Europe', 'America']],
        ],
      );
      const us = ref('sql-assistant', 'lora', 'us');
      assert.deepEqual(details, [us, us]);
    });

    it('asks one question at a time: a second quick pick would close the first', async () => {
      const answers: ((index: number) => void)[] = [];
      picking();
      Object.assign(vscode.window, {
        showQuickPick: (items: readonly vscode.QuickPickItem[]) =>
          new Promise((resolve) => answers.push((index) => resolve(items[index]))),
      });
      const both = Promise.all([open('/model?name=sql-assistant'), open('/model?name=support-tone-v7')]);
      await fence(world().service);
      assert.equal(answers.length, 1);
      const opened = nextEvent(didShowDetails.event, 'the first one');
      answers[0]?.(2);
      assert.deepEqual(await opened, ref('sql-assistant', 'lora', 'us'));
      await fence(world().service);
      assert.equal(answers.length, 2);
      answers[1]?.(2);
      await both;
      assert.deepEqual(details.at(-1), ref('support-tone-v7', 'lora', 'us'));
    });

    it('opens nothing if the connection is removed while its list loads', async () => {
      const { service } = world();
      const { host } = new URL(service.url);
      await setConnections([acme, { id: 'us', name: 'America', url: service.url }]);
      service.fail({ kind: 'hang', on: 'GET /api/v1/lora' });
      const loading = service.nextRequest(({ path }) => path === '/api/v1/lora');
      const done = open(`/chat?model=sql-assistant&prompt=Hello&connection=${host}`);
      await within(loading, 'the list is asked for');
      await setConnections([acme]);
      await done;
      assert.deepEqual([tabs.all.length, details], [0, []]);
    });

    it('without a key opens the details, which say so', async () => {
      picking('Europe');
      await open('/model?name=sql-assistant');
      assert.deepEqual([details, asked()], [[ref('sql-assistant', 'lora', 'eu')], []]);
    });

    it('without a model, but with a host, offers the models of that connection', async () => {
      const { host } = new URL(world().service.url);
      const picked = picking('America', 'sql-assistant');
      await open(`/chat?prompt=Hello&connection=${host}`);
      const [tab] = tabs.all;
      assert.ok(tab);
      await isFilled(tab);
      assert.deepEqual([modelOf(tab), fillOf(tab)], ['sql-assistant', ['Hello', note]]);
      const names = picked[1]?.labels ?? [];
      assert.ok(names.includes('llama-3-8b') && !names.includes('Acme') && !names.includes('No models'));
      assert.deepEqual(asked().toSorted(), lists);
    });
  });

  it('to a host that no connection has names it, and adds none', async () => {
    const told = person({});
    const { connections } = world();
    const before = connections.all;
    for (const host of [
      'evil.example%5D(command:x)',
      'https://evil.example',
      `evil@${new URL(world().service.url).host}`,
    ])
      await open(`/chat?model=sql-assistant&connection=${host}`);
    const rest = ", but no connection has this host. Links can't add a connection.";
    assert.deepEqual(told.messages, [
      `This link is for evil.example] (command:x)${rest}`,
      `This link is for https://evil.example${rest}`,
      `This link is for evil@${new URL(world().service.url).host}${rest}`,
    ]);
    assert.deepEqual([connections.all, tabs.all.length, asked()], [before, 0, []]);
  });

  it('says if there is no connection yet, and offers to add one', async () => {
    const { log } = world();
    const none = new Connections(undefined, log);
    const told = person({});
    await open('/chat?model=sql-assistant&connection=evil.example', linksOf(none));
    assert.deepEqual(told.messages, ['This link leads to a model, but there is no connection yet.']);
    assert.deepEqual([tabs.all.length, asked()], [0, []]);
    none.dispose();
  });

  it('goes on once the connection is there that the person has added', async () => {
    const { log, service } = world();
    const connections = new Connections(undefined, log);
    person({ button: 'Add Connection…' });
    const asks = nextBox();
    await open('/model?name=sql-assistant', linksOf(connections));
    const box = await asks;
    assert.equal(box.box.title, 'Add Connection');
    await setConnections([{ id: 'us', name: 'America', url: service.url }]);
    const opened = nextEvent(didShowDetails.event, 'the details');
    box.escape();
    assert.deepEqual(await opened, ref('sql-assistant', 'lora', 'us'));
    connections.dispose();
  });

  it('that is copied leads back to its model', async () => {
    const { service, connections, catalogs } = world();
    const names = ['a/b', 'a b', '50%25', 'a+b', 'a&kind=baseModel', '"quoted"', '👩‍💻', '語', 'llama-3-8b'];
    service.catalog.loras.push(...names.map((name) => ({ name, unit_price: 0.2 })));
    await load(world());
    const { copyLink } = await import('../../src/ui/links/copyLink.ts');
    const rows = [
      ...names.map((name) => ref(name)),
      ref('llama-3-8b', 'baseModel'),
      ref('phi-3-mini', 'baseModel'),
    ];
    await copyLink({ connections, catalogs, view: { selection: [] } }, rows[0], rows);
    const copied = (await vscode.env.clipboard.readText()).split('\n');
    assert.equal(copied.length, rows.length);
    assert.ok(
      copied.every((link) => link.startsWith(`${vscode.env.uriScheme}://hosted-models.hosted-models/`)),
    );
    assert.ok(!copied.join().includes(canaryKey));
    for (const link of copied) await links.open(vscode.Uri.parse(link));
    assert.deepEqual(details, rows);
    assert.equal(details.length, 11);
  });

  it('is not copied for a name that no link can have, which is said', async () => {
    const { connections, catalogs } = world();
    const told = person({});
    const { copyLink } = await import('../../src/ui/links/copyLink.ts');
    const parts = { connections, catalogs, view: { selection: [] } };
    await vscode.env.clipboard.writeText('before');
    await copyLink(parts, ref('a\nb'));
    assert.equal(await vscode.env.clipboard.readText(), 'before');
    const rows = [ref('a'), ref('a\nb'), ref('b', 'lora', 'removed')];
    await copyLink(parts, rows[0], rows);
    assert.match(
      await vscode.env.clipboard.readText(),
      /^[\w-]+:\/\/hosted-models\.hosted-models\/model\?name=a&connection=127\.0\.0\.1:\d+$/u,
    );
    assert.deepEqual(told.messages, [
      'There is no link to a\\u{A}b: its connection was removed, or no link can have its name.',
      'There are no links to 2 of the models: their connection was removed, or no link can have their names.',
    ]);
  });
});
