import assert from 'node:assert/strict';
import type { OfferedInformation } from '../../src/ui/languageModels/offeredInformation.ts';
import { setUser } from './support/connectionSettings.ts';
import { choose, DirectChat, useDirectChat } from './support/directChat.ts';
import { fence, sent } from './support/extension.ts';
import { nextEvent } from './support/waiting.ts';
import { closeWindow, connect, load, openWindow, otherUrl } from './support/world.ts';

describe('What VS Code’s chat is told of a model', () => {
  const chat = useDirectChat();
  const only = async (): Promise<OfferedInformation> => {
    const [model, ...others] = await chat().list();
    assert.ok(model);
    assert.deepEqual(others, []);
    return model;
  };
  const connectSecond = () => {
    const { world } = chat();
    return connect(world, { id: 'second', name: 'Second', url: otherUrl(world.service) });
  };
  after(() => setUser('hostedModels', 'vscodeChat.contextSizes', undefined));

  it('is all that it reads, for an adapter with a context that is assumed', async () => {
    const { connection, service } = chat().world;
    const { host } = new URL(service.url);
    const model = await only();
    assert.match(model.version, /^[0-9a-f]{40}$/u);
    assert.deepEqual(
      { ...model, version: '' },
      {
        id: `${encodeURIComponent(connection.id)}/support-tone-v7`,
        name: 'support-tone-v7',
        family: 'llama-3-8b',
        version: '',
        detail: 'context assumed: 32,768',
        tooltip: [
          'support-tone-v7',
          `LoRA on llama-3-8b · ${host}`,
          'Context assumed: 32,768 tokens, 4,096 of them for the answer. Set them in the setting hostedModels.vscodeChat.contextSizes.',
        ].join('\n'),
        maxInputTokens: 28_672,
        maxOutputTokens: 4_096,
        isUserSelectable: true,
        capabilities: { imageInput: false, toolCalling: true },
      },
    );
  });

  it('sees pictures only if the user says so, and is listed again when that changes', async () => {
    const { world } = chat();
    await choose(world, [{ name: 'support-tone-v7', images: true }]);
    assert.deepEqual((await only()).capabilities, { imageInput: true, toolCalling: true });
    const changed = nextEvent(world.offered.onDidChange, 'the setting is read');
    await choose(world, [{ name: 'support-tone-v7' }]);
    assert.deepEqual(
      (await changed).map(({ name }) => name),
      ['support-tone-v7'],
    );
    assert.equal((await only()).capabilities.imageInput, false);
  });

  it('has the context of the setting', async () => {
    await setUser('hostedModels', 'vscodeChat.contextSizes', {
      'llama-3-8b': { context: 131_072, output: 8_192 },
    });
    const { detail, tooltip = '', maxInputTokens, maxOutputTokens, maxContextWindowTokens } = await only();
    assert.deepEqual([detail, maxInputTokens, maxOutputTokens], ['context: 131,072', 122_880, 8_192]);
    assert.equal(maxContextWindowTokens, 131_072);
    assert.match(tooltip, /\nContext: 131,072 tokens, 8,192 of them for the answer\.$/u);
    await setUser('hostedModels', 'vscodeChat.contextSizes', undefined);
  });

  it('has the reasoning efforts of the setting, for VS Code to choose from', async () => {
    await choose(chat().world, [{ name: 'support-tone-v7', reasoningEfforts: ['low', 'high'] }]);
    const effort = { type: 'string', title: 'Reasoning effort', enum: ['low', 'high'], group: 'navigation' };
    assert.deepEqual((await only()).configurationSchema, {
      type: 'object',
      properties: { reasoningEffort: effort },
    });
  });

  it('is nothing of a LoRA that was deleted here, until a list shows it again', async () => {
    const { pending, connection } = chat().world;
    const ref = { connectionId: connection.id, kind: 'lora' as const, name: 'support-tone-v7' };
    await only();
    const changed = nextEvent(chat().onDidChange, 'the list has changed');
    await pending.during(ref, async () => ({ isGone: true }));
    await changed;
    assert.match(await chat().status(), /no longer lists support-tone-v7/u);
  });

  it('has nothing in it that nobody sees, and yet no two models that look alike', async () => {
    const { service } = chat().world;
    const [one] = service.catalog.loras;
    assert.ok(one?.active_deployment);
    const hostile = ['tone\u202Egnp.', 'tone\u200B', 'tone', 'tone\n2', 'tone\\u{200B}'];
    const deployed = { ...one.active_deployment, base_model_name: 'lla\u2066ma', hub_revision: 'a\u0007b' };
    for (const name of hostile) service.catalog.loras.push({ ...one, name, active_deployment: deployed });
    await load(chat().world);
    await choose(
      chat().world,
      hostile.map((name) => ({ name })),
    );
    const models = await chat().list();
    for (const { id, name, family, version } of models)
      assert.doesNotMatch(id + name + family + version, /[\p{Cc}\p{Cf}]/u);
    for (const field of ['id', 'name'] as const)
      assert.equal(new Set(models.map((model) => model[field])).size, hostile.length);
    const [first] = models;
    assert.deepEqual([first?.family, first?.version], ['llama', 'ab']);
    for (const model of models) await chat().askOf(model, 'Hello');
    assert.deepEqual(
      chat().bodies.map(({ model }) => model),
      hostile,
    );
  });

  it('has the connection in its name where another offers a model of that name', async () => {
    const { service, catalogs, keys } = chat().world;
    const [second] = await connectSecond();
    await keys.setApiKey(second, [...service.keys][0] ?? '');
    await catalogs.loader(second).refresh();
    const name = 'support-tone-v7';
    await choose(chat().world, [{ name }, { name, connection: 'second' }, { name: 'llama-3-8b' }]);
    const { host } = new URL(service.url);
    assert.deepEqual(
      (await chat().list()).map((model) => model.name),
      [`${name} · ${host}`, `${name} · Second (${new URL(second.baseUrl).host})`, 'llama-3-8b'],
    );
  });

  it('names the connection where there are several', async () => {
    await connectSecond();
    const { host } = new URL(chat().world.service.url);
    assert.equal((await only()).detail, `${host} · context assumed: 32,768`);
  });
});

describe('The list of VS Code’s chat', () => {
  const chat = useDirectChat();

  it('is empty for the group of “Add Models…”, where each model would stand twice', async () => {
    const { models, world } = chat();
    assert.equal(world.offered.isAddedThere, false);
    assert.deepEqual(
      await models.provideLanguageModelChatInformation({ silent: true, configuration: {} }),
      [],
    );
    assert.equal((await chat().list()).length, 1);
    assert.equal(world.offered.isAddedThere, true);
  });

  it('is without those that the service no longer has', async () => {
    await choose(chat().world, [{ name: 'gone' }, { name: 'support-tone-v7' }]);
    assert.deepEqual(
      (await chat().list()).map(({ name }) => name),
      ['support-tone-v7'],
    );
  });

  it('is that of the last window, at once and without a request or a key', async () => {
    const { world } = chat();
    const next = openWindow(world);
    const nextChat = new DirectChat(next);
    world.secrets.reads.length = 0;
    try {
      const [model] = await nextChat.list();
      assert.equal(model?.name, 'support-tone-v7');
      await fence(world.service);
      assert.deepEqual(sent(world.service), []);
      assert.deepEqual(world.secrets.reads, []);
    } finally {
      nextChat.dispose();
      closeWindow(next);
    }
  });

  it('changes once with the catalog, not with every refresh', async () => {
    const { world } = chat();
    await chat().list();
    await load(world);
    assert.equal(chat().changes, 0);
    world.service.catalog.loras.splice(0, 1);
    await load(world);
    assert.equal(chat().changes, 1);
    assert.equal(
      await chat().status(),
      `${world.connection.name} no longer lists support-tone-v7. Add another model to VS Code's chat, or take this one out of the setting hostedModels.vscodeChat.models.`,
    );
  });

  it('changes with a key, here or in another window', async () => {
    const changed = nextEvent(chat().onDidChange, 'the list changed');
    await chat().world.keys.setApiKey(chat().world.connection, 'another-key');
    await changed;
  });

  it('changes with the connections that it names', async () => {
    await chat().list();
    const changed = nextEvent(chat().onDidChange, 'the list changed');
    const { service } = chat().world;
    await connect(
      chat().world,
      { name: 'Renamed', url: service.url },
      { id: 'second', url: 'http://localhost:1' },
    );
    await changed;
  });
});
