import assert from 'node:assert/strict';
import { pickModel } from '../../src/ui/models/pickModel.ts';
import { useChats } from './support/chats.ts';
import { usePicking } from './support/picking.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('The list of models to choose from', () => {
  const world = useWorld();
  const picking = usePicking();
  useRecordedPanels();
  const chats = useChats(world);
  const named = (name: string) => ({ connectionId: world().connection.id, name });

  async function shown(own?: string) {
    const seen = picking();
    const options = { title: 'Test', recent: world().recent.all, ...(own && { own: named(own) }) };
    await pickModel(world(), options);
    return { labels: seen[0]?.labels ?? [], descriptions: seen[0]?.descriptions ?? [] };
  }

  it('begins with those used last, each once, and without those that are gone', async () => {
    await load(world());
    assert.ok(!(await shown()).labels.includes('Recently used'));
    for (const name of ['sql-assistant', 'gone', 'meeting-minutes', 'llama-3-8b', 'sql-assistant']) {
      world().recent.use(named(name));
    }
    const { labels } = await shown();
    assert.deepEqual(labels.slice(0, 5), [
      'Recently used',
      'sql-assistant',
      'llama-3-8b',
      'meeting-minutes',
      'Other models',
    ]);
    assert.equal(new Set(labels).size, labels.length);
  });

  it('has a chat’s own model first and the base of that LoRA next, both marked', async () => {
    await load(world());
    for (const name of ['llama-3-8b', 'support-tone-v7', 'sql-assistant']) world().recent.use(named(name));
    const { labels, descriptions } = await shown('support-tone-v7');
    assert.deepEqual(labels.slice(0, 4), ['Recently used', 'support-tone-v7', 'llama-3-8b', 'sql-assistant']);
    assert.match(descriptions[1] ?? '', /^current · llama-3-8b · /u);
    assert.match(descriptions[2] ?? '', /^base model of support-tone-v7 · /u);
    assert.equal(labels.filter((label) => label === 'llama-3-8b').length, 1);
  });

  it('knows the models with which chats began or sent something', async () => {
    const { panels } = chats();
    const { session } = await panels.create(named('sql-assistant'));
    assert.deepEqual(world().recent.all, [named('sql-assistant')]);
    await session.setModel(session.conversation.columns[0].id, named('support-tone-v7'));
    assert.deepEqual(world().recent.all, [named('sql-assistant')]);
    await within(session.send('Hello'), 'the answer');
    assert.deepEqual(world().recent.all, [named('support-tone-v7'), named('sql-assistant')]);
  });
});
