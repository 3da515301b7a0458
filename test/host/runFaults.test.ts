import assert from 'node:assert/strict';
import type { RunState } from '../../src/protocol/run.ts';
import { canaryKey } from '../e2e/canary.ts';
import { holdRequests, onChat } from '../service/faults/hold.ts';
import type { Fault } from '../service/faults/serviceFault.ts';
import { useChats } from './support/chats.ts';
import { setConnections } from './support/connectionSettings.ts';
import { asking, type ShownRun, useRunPages } from './support/runPages.ts';
import { until } from './support/waiting.ts';
import { connect, load, otherUrl, useWorld, type World } from './support/world.ts';

const lora = 'support-tone-v7';
const prompts = Array.from({ length: 30 }, (_, at) => asking(`word ${at}`));

/** How something begins and ends to go wrong. */
interface Trouble {
  begin(world: World): void;
  end(world: World): void;
}

/** What a service does with all chats, or with those of one model. */
const fault = (what: object): Trouble => ({
  begin: ({ service }) => void service.fail({ on: onChat, ...what } as Fault),
  end: ({ service }) => service.clearFaults(),
});
const status = (code: number, more: object = {}) => fault({ kind: 'status', status: code, ...more });

/** Each with what the page then says of the LoRA. */
const faults: [what: string, fault: Trouble, said: RegExp][] = [
  [
    'that revokes the key',
    {
      begin: ({ service }) => service.keys.clear(),
      end: ({ service }) => void service.keys.add(canaryKey),
    },
    /refused the API key \(401\)/u,
  ],
  ['that has lost the LoRA', status(404, { model: lora }), /doesn't know the model support-tone-v7 \(404\)/u],
];

describe('A run on a service', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pages = useRunPages(world, chats);

  beforeEach(() => load(world()));

  /** Starts a run, and does something once it has a few answers. */
  async function during(act: () => unknown, connectionId = world().connection.id): Promise<ShownRun> {
    const models = ['llama-3-8b', lora].map((name) => ({ connectionId, name }));
    const file = await pages().create(prompts, { models });
    const page = await pages().show(file.run.id);
    await page.computed();
    // Each model is first asked once for a test.
    const release = holdRequests(world().service, onChat, models.length + 8);
    page.say({ type: 'runMissing' });
    await until(pages().runs.onDidChange, 'a few answers', () => file.index.answered >= 8);
    await act();
    release();
    return page;
  }

  const over = (page: ShownRun): Promise<RunState> =>
    page.reaches('it is over', ({ progress }) => progress === undefined);

  /** The prompts that each model was asked. */
  const asked = () =>
    world()
      .service.requests.filter(({ body }) => body.includes('in quotes'))
      .map(({ body }) => {
        const { model, messages } = JSON.parse(body);
        return `${model}: ${messages[0].content}`;
      });

  for (const [what, { begin, end }, said] of faults)
    it(`${what} says so, and asks only for what is missing afterwards`, async () => {
      const page = await during(() => begin(world()));
      const { notices, missing, isKeyRefused } = await over(page);
      const about = notices.find((one) =>
        /support-tone-v7 ((each )?failed ten times in a row|were asked no more)/u.test(one),
      );
      assert.match(about ?? '', said);
      assert.equal(isKeyRefused ?? false, what === 'that revokes the key');
      assert.ok(notices.some((one) => one.startsWith('Once that is solved, choose Run Missing.')));
      assert.ok(missing > 0);
      end(world());
      world().service.clearRequests();
      page.say({ type: 'runMissing' });
      const full = await page.reaches('it is complete', (one) => one.missing === 0 && !one.progress);
      assert.deepEqual(full.notices, []);
      assert.equal(asked().length, missing);
      assert.equal(new Set(asked()).size, missing);
    });

  it('whose connection is removed meanwhile says so, and sends nothing more', async () => {
    const [own] = await connect(world(), { id: 'own', name: 'Own', url: otherUrl(world().service) });
    await world().keys.setApiKey(own, canaryKey);
    const page = await during(() => setConnections(), 'own');
    const said = 'The connection of support-tone-v7 was removed, so it is no longer available.';
    const { missing } = await page.reaches(
      'it is over, and says so',
      ({ progress, notices }) => progress === undefined && notices.includes(said),
    );
    assert.equal(missing, 0);
    assert.ok(asked().length < 2 * prompts.length);
  });
});
