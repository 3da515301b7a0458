import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { choose, chooseNone, DirectChat, useDirectChat } from './support/directChat.ts';
import { fence, sent } from './support/extension.ts';
import { closeWindow, connect, load, openWindow, otherUrl } from './support/world.ts';

describe('Without a list, VS Code’s chat', () => {
  const chat = useDirectChat();
  /** In a window that has nothing kept. */
  const statusIn = async (prepare: (next: DirectChat) => Promise<void> | void) => {
    const { world } = chat();
    await rm(path.join(world.folder, 'catalogs'), { recursive: true });
    const next = openWindow(world);
    const nextChat = new DirectChat(next);
    try {
      await prepare(nextChat);
      return await nextChat.status();
    } finally {
      nextChat.dispose();
      closeWindow(next);
    }
  };
  const place = () => new URL(chat().world.service.url).host;

  it('says that there never was one', async () => {
    const status = `Open the Hosted Models view once to load the models of ${place()}.`;
    assert.equal(await statusIn(() => undefined), status);
    await fence(chat().world.service);
    assert.deepEqual(sent(chat().world.service), []);
  });

  it('says that the key is missing or refused, and that anew once it changes', async () => {
    chat().world.service.keys.clear();
    const refused = `${place()} refused the API key (401). Set another in the Models view.`;
    const missing = `No API key for ${place()}. Set it in the Models view.`;
    assert.equal(
      await statusIn(async (next) => {
        await next.status();
        await load(next.world);
        assert.equal(next.changes, 1);
      }),
      refused,
    );
    const { service } = chat().world;
    const [second] = await connect(chat().world, { id: 'second', name: 'Second', url: otherUrl(service) });
    await choose(chat().world, [{ connection: 'second', name: 'llama-3-8b' }]);
    await chat().world.catalogs.loader(second).refresh();
    assert.equal(await chat().status(), missing.replace(place(), 'Second'));
  });

  it('says that nobody knows the connection', async () => {
    await choose(chat().world, [{ connection: 'unknown', name: 'llama-3-8b' }]);
    const status =
      'The setting hostedModels.vscodeChat.models names no known connection. Correct it, or add models again.';
    assert.equal(await chat().status(), status);
  });

  it('says nothing if no model was chosen', async () => {
    await chooseNone();
    assert.equal(await chat().status(), '0 models');
  });
});
