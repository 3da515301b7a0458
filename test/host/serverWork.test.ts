import assert from 'node:assert/strict';
import { askForTest } from '../../src/core/testRequests/testRequest.ts';
import { type RunningService, startService } from '../service/service.ts';
import { useDetails } from './support/detailsBench.ts';
import { until } from './support/waiting.ts';
import { connect, load, useWorld } from './support/world.ts';

describe('What an own server is doing', () => {
  const world = useWorld();
  const bench = useDetails(world);
  const name = 'support-tone-v7';
  let desk: RunningService;
  beforeEach(async () => {
    desk = await startService({ openAi: true });
  });
  afterEach(() => desk.close());

  const facts = () =>
    bench()
      .last?.sections.find(({ title }) => title === 'Server now')
      ?.facts.map(({ label, value }) => [label, value]);
  const asked = (service: RunningService) =>
    service.requests.filter(({ path }) => path === '/metrics').length;

  async function openDesk() {
    const [connection] = await connect(world(), { id: 'desk', name: 'Desk', url: desk.url, kind: 'openai' });
    await world().catalogs.loader(connection).refresh();
    const panel = bench().open(name, connection.id);
    await bench().reaches('shown');
    return { connection, panel };
  }

  it('stands in the details of its models, and is asked again on Refresh alone', async () => {
    const { connection, panel } = await openDesk();
    await until(bench().recorded.onDidPost, 'the work', () => facts() !== undefined);
    assert.deepEqual(facts(), [
      ['Requests', '0 running · 0 waiting'],
      ['Adapters with requests', 'none'],
      ['Adapters in memory', 'at most 8'],
    ]);
    desk.tokensPerSecond = 1;
    const stop = new AbortController();
    const answering = desk.nextRequest(({ path }) => path.endsWith('/chat/completions'));
    const chat = askForTest(
      (request, options) => world().clients.for(connection).streamChat(request, options),
      name,
      { signal: stop.signal, isFirstRequest: false, onWait: () => undefined },
    );
    await answering;
    await panel.follow();
    assert.equal(asked(desk), 1);
    await panel.refresh();
    await until(bench().recorded.onDidPost, 'a request', () => facts()?.[0]?.[1] === '1 running · 0 waiting');
    assert.deepEqual(facts()?.[1], ['Adapters with requests', name]);
    assert.equal(asked(desk), 2);
    stop.abort(new Error('Stopped.'));
    await chat;
  });

  it('is left out where the server has no metrics, and says nothing of that', async () => {
    desk.fail({ kind: 'status', status: 404, on: 'GET /metrics' });
    const answered = desk.nextRequest(({ path }) => path === '/metrics');
    const { panel } = await openDesk();
    await (await answered).closed;
    await panel.follow();
    assert.equal(facts(), undefined);
    assert.deepEqual([bench().last?.state, bench().last?.notice], ['shown', undefined]);
  });

  it('is never asked of a hosting service', async () => {
    await load(world());
    const panel = bench().open(name);
    await bench().reaches('shown');
    await panel.refresh();
    assert.equal(asked(world().service), 0);
  });
});
