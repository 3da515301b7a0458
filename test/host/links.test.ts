import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { WorkQueue } from '../../src/base/workQueue.ts';
import type { ModelRef } from '../../src/core/models/modelKey.ts';
import type { ChatToPage } from '../../src/protocol/chat.ts';
import { Connections } from '../../src/ui/connections/connections.ts';
import { copyLink, followLink } from '../../src/ui/links/followLink.ts';
import { canaryKey } from '../e2e/canary.ts';
import { useBoxes } from './support/boxes.ts';
import { useChats } from './support/chats.ts';
import { setConnections } from './support/connectionSettings.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { type RecordedPanel, useRecordedPanels } from './support/recordedPanel.ts';
import { useStandIns } from './support/standIns.ts';
import { nextEvent, until, within } from './support/waiting.ts';
import { load, useWorld, type World } from './support/world.ts';

const note = 'Filled in by a link.';

describe('A link to the extension', () => {
  const world = useWorld();
  const tabs = useRecordedPanels(true);
  const chats = useChats(world);
  const person = usePerson();
  const picking = usePicking();
  const replace = useStandIns(vscode.window);
  const nextBox = useBoxes();
  let details: ModelRef[] = [];
  let seen: Pick<World, 'service' | 'log'>;

  beforeEach(() => {
    details = [];
    seen = world();
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

  /** Resolves when it is open, or the person was told. VS Code decodes a link like this before it passes it on. */
  const questions = new WorkQueue();
  const openUri = (uri: vscode.Uri, connections: Connections = world().connections) => {
    const opened = followLink(uri, {
      questions,
      connections,
      openChat: (model, fill) => chats().panels.create(model, { fill }),
      openDetails: async (model) => void details.push(model),
    });
    return within(opened, 'the link is open');
  };
  const open = (rest: string, by?: Connections) =>
    openUri(vscode.Uri.parse(`vscode://hosted-models.hosted-models${rest}`), by);
  /** The rest of a link to a LoRA of the only connection. */
  const lora = (name: string) => `name=${name}&kind=lora&connection=${new URL(world().service.url).host}`;

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

  it('to a chat opens a new one with the model and the prompt in its composer, and asks for nothing', async () => {
    await open(`/chat?${lora('sql-assistant')}&prompt=Tell%20me%20a%20secret%0Aplease`);
    const [tab] = tabs.all;
    assert.ok(tab && tabs.all.length === 1);
    await isFilled(tab);
    assert.equal(modelOf(tab), 'sql-assistant');
    assert.deepEqual(fillOf(tab), ['Tell me a secret\nplease', note]);
    assert.deepEqual(asked(), []);
    const conversation = chats().panels.recent?.session.conversation;
    assert.deepEqual([conversation?.questions.size, conversation?.settings], [0, {}]);
  });

  it('never lands in a draft: with a prompt it opens a new chat, without one it goes back to an unused chat', async () => {
    await open(`/chat?${lora('sql-assistant')}`);
    await open(`/chat?${lora('sql-assistant')}&prompt=%20`);
    const [first] = tabs.all;
    assert.ok(first && tabs.all.length === 1);
    await open(`/chat?${lora('sql-assistant')}&prompt=Hello`);
    const second = tabs.all[1];
    assert.ok(second);
    await isFilled(second);
    assert.deepEqual([fillOf(first), fillOf(second)], [undefined, ['Hello', note]]);
    assert.equal((await chats().panels.create(ref('sql-assistant'))).isFilled(), false);
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

  it('to a model opens its details, of the kind that it names', async () => {
    const base = lora('mistralai/Mixtral-8x7B-Instruct-v0.1').replace('kind=lora', 'kind=baseModel');
    await open(`/model?${lora('llama-3-8b')}`);
    await open(`/model?${base}`);
    assert.deepEqual(details, [ref('llama-3-8b'), ref('mistralai/Mixtral-8x7B-Instruct-v0.1', 'baseModel')]);
    assert.deepEqual([asked(), tabs.all.length], [[], 0]);
  });

  it('that can’t be opened says so, and opens nothing', async () => {
    const told = person({});
    await open(`/settings?${lora('secret')}`);
    await open('/model?name=secret');
    await open(`/chat?${lora('sql-assistant')}&key=secret`);
    const text = "This link can't be opened: it is not in the form that “Copy Link to Model” writes.";
    assert.deepEqual(told.messages, [text, text, text]);
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

    it('lets the person pick among those with its host, and opens nothing if they don’t', async () => {
      const picked = picking('America');
      await open(`/model?${lora('sql-assistant')}`);
      await open(`/model?${lora('sql-assistant')}`);
      const pick = ['Open Link', ['Europe', 'America']];
      assert.deepEqual(
        picked.map(({ title, labels }) => [title, labels]),
        [pick, pick],
      );
      assert.deepEqual(details, [ref('sql-assistant', 'lora', 'us')]);
    });

    it('asks about one after the other if several are opened at once, since VS Code would close the first', async () => {
      const answers: ((picked: unknown) => void)[] = [];
      const shown = new vscode.EventEmitter<void>();
      replace({
        showQuickPick: () => {
          const { promise, resolve } = Promise.withResolvers<unknown>();
          answers.push(resolve);
          shown.fire();
          return promise;
        },
      });
      const us = world().connections.byId('us');
      const first = nextEvent(shown.event, 'the first question');
      const done = Promise.all(['one', 'two'].map((name) => open(`/model?${lora(name)}`)));
      await first;
      assert.equal(answers.length, 1);
      const second = nextEvent(shown.event, 'the second question');
      answers[0]?.({ connection: us });
      await second;
      assert.deepEqual(details, [ref('one', 'lora', 'us')]);
      answers[1]?.({ connection: us });
      await done;
      assert.deepEqual(details, [ref('one', 'lora', 'us'), ref('two', 'lora', 'us')]);
    });

    it('opens nothing if the connection is removed while the person picks', async () => {
      const { promise: chosen, resolve: choose } = Promise.withResolvers<unknown>();
      replace({ showQuickPick: () => chosen });
      const done = open(`/chat?${lora('sql-assistant')}&prompt=Hello`);
      await setConnections([acme]);
      choose({ connection: { ...world().connection, id: 'us' } });
      await done;
      assert.deepEqual([tabs.all.length, details], [0, []]);
    });
  });

  it('to a host that no connection has names it, and adds none', async () => {
    const told = person({});
    const { connections } = world();
    const before = connections.all;
    const hosts = ['evil.example%5D(command:x)', 'https://evil.example', `evil@${connections.all[0]?.name}`];
    for (const host of hosts) await open(`/chat?name=sql-assistant&kind=lora&connection=${host}`);
    const rest = ', but no connection has this host.';
    assert.deepEqual(told.messages, [
      `This link is for evil.example] (command:x)${rest}`,
      `This link is for https://evil.example${rest}`,
      `This link is for evil@${connections.all[0]?.name}${rest}`,
    ]);
    assert.deepEqual([connections.all, tabs.all.length, asked()], [before, 0, []]);
  });

  it('offers to add a connection, in an empty input box', async () => {
    const { log, memory } = world();
    const none = new Connections(undefined, log, memory);
    person({ button: 'Add Connection…' });
    const asks = nextBox();
    const done = open('/model?name=sql-assistant&kind=lora&connection=evil.example', none);
    const box = await asks;
    assert.deepEqual([box.box.title, box.box.value], ['Add Connection', '']);
    box.escape();
    await done;
    assert.deepEqual(details, []);
    none.dispose();
  });

  it('that is copied leads back to its model', async () => {
    const { connections } = world();
    const names = ['a/b', '50%25', 'llama-3-8b'];
    const rows = [...names.map((name) => ref(name)), ref('llama-3-8b', 'baseModel')];
    await copyLink({ connections, view: { selection: [] } }, rows[0], rows);
    const copied = (await vscode.env.clipboard.readText()).split('\n');
    assert.equal(copied.length, rows.length);
    assert.ok(
      copied.every((link) => link.startsWith(`${vscode.env.uriScheme}://hosted-models.hosted-models/`)),
    );
    assert.ok(!copied.join().includes(canaryKey));
    for (const link of copied) await openUri(vscode.Uri.parse(link));
    assert.deepEqual(details, rows);
  });

  it('is not copied for a name that no link can have, which is said', async () => {
    const { connections } = world();
    const told = person({});
    const parts = { connections, view: { selection: [] } };
    await vscode.env.clipboard.writeText('before');
    await copyLink(parts, ref('a\nb'));
    assert.equal(await vscode.env.clipboard.readText(), 'before');
    const rows = [ref('a'), ref('a\nb'), ref('b', 'lora', 'removed')];
    await copyLink(parts, rows[0], rows);
    assert.match(
      await vscode.env.clipboard.readText(),
      /^[\w-]+:\/\/hosted-models\.hosted-models\/model\?name=a&connection=127\.0\.0\.1:\d+&kind=lora$/u,
    );
    const why = "the connection was removed, or its name can't be part of a link.";
    assert.deepEqual(told.messages, [`No link for a\\u{A}b: ${why}`, `No link for a\\u{A}b, b: ${why}`]);
  });
});
