import assert from 'node:assert/strict';
import type { PageRow } from '../../src/protocol/chat.ts';
import { tellsIn, useBlindTab } from './support/blindTab.ts';
import { useWorld } from './support/world.ts';

const models = ['support-tone-v6', 'support-tone-v7'] as const;
const chat = 'POST /api/v1/chat/completions';

describe('A blind comparison', () => {
  const world = useWorld();
  const tab = useBlindTab(world, models);
  const tells = () => tellsIn(tab(), world(), tab().recorded.posted);
  const letters = ({ cells }: PageRow) => cells.map(({ id, name }) => `${id}${name}`);
  const vote = (best: string, at = -1) =>
    tab().change(
      { type: 'vote', question: tab().page.row(at).question, best },
      (_frame, page) => page.row(at).vote?.choices[0]?.why?.startsWith('You chose ') ?? false,
    );

  it('tells its page letters alone, whatever happens, until the vote reveals the names', async () => {
    await tab().send('Hello');
    assert.deepEqual(
      tab().frame.columns.map(({ id, name, model }) => [id, name, model.name]),
      [
        ['A', 'A', 'A'],
        ['B', 'B', 'B'],
      ],
    );
    assert.deepEqual(letters(tab().page.row()), ['AA', 'BB']);
    assert.deepEqual(tells(), []);
    assert.equal(tab().page.row().same, 'Both answers are the same.');
    assert.deepEqual(
      [tab().page.row().isHidden, tab().page.row().hasDifferences, tab().frame.isHidden],
      [true, undefined, true],
    );
    assert.deepEqual(
      tab()
        .page.row()
        .vote?.choices.map(({ best, label, key }) => [best, label, key]),
      [
        ['A', 'A', '1'],
        ['B', 'B', '2'],
        ['tie', 'Tie', '0'],
      ],
    );
    await vote('A');
    const [one, other] = tab().page.row().cells;
    assert.deepEqual([one?.name, other?.name].sort(), models);
    assert.equal(tab().page.row().vote?.chosen, one?.id);
    assert.equal(tab().columnId(one?.name ?? ''), one?.id);
    const revealed = `You chose ${one?.name}. A was ${one?.name}, B was ${other?.name}.`;
    await tab().shows('who was who is said', ({ status }) => status === revealed);
    assert.ok(models.every((name) => / tokens/u.test(tab().page.answer(name).figures)));
    assert.equal(tab().frame.isHidden, false);
    assert.equal(tab().frame.tally, `1 : 0 for ${one?.name} (revision ${revisionOf(one?.name)})`);
  });

  const revisionOf = (name: string | undefined) =>
    world()
      .service.catalog.loras.find((one) => one.name === name)
      ?.active_deployment?.hub_revision?.slice(0, 7);

  it('takes any number of questions, each without the earlier ones, and a vote reveals its own alone', async () => {
    await tab().send('First');
    await tab().send('Second');
    const [first, second] = tab().page.rows;
    assert.ok(first && second);
    assert.deepEqual(
      [letters(first), letters(second)],
      [
        ['AA', 'BB'],
        ['AA', 'BB'],
      ],
    );
    assert.deepEqual(tells(), []);
    await vote('tie', 0);
    assert.deepEqual(
      tab()
        .page.row(0)
        .cells.map(({ name }) => name)
        .sort(),
      models,
    );
    assert.deepEqual(letters(tab().page.row(1)), ['AA', 'BB']);
    const hidden = ['A', 'B'].map((name) => tab().page.answer(name, 1));
    assert.deepEqual(tellsIn(tab(), world(), [hidden, tab().page.row(1)]), []);
    assert.equal(tab().frame.tally, undefined, 'the sums could tell the other one');
    await tab().send('Third');
    assert.equal(tab().page.row(2).isHidden, true);
    const bodies = world().service.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
    assert.ok(bodies.every((body) => JSON.parse(body).messages.length === 1));
  });

  it('hides what fails, too, and offers only to try that again', async () => {
    const { service } = world();
    service.clearFaults();
    const body = JSON.stringify({ error: { message: `${models.join(' and ')} are down` } });
    service.fail({ kind: 'status', status: 403, body, on: chat });
    await tab().send('Hello');
    assert.deepEqual(tells(), []);
    const { id, alert } = tab().page.answer('A');
    assert.deepEqual(
      [alert?.text, alert?.detail, alert?.buttons.map(({ action }) => action)],
      ['The service refused the API key (403).', undefined, ['retry']],
    );
    service.clearFaults();
    service.fail({ kind: 'answer', text: 'Dear customer', on: chat });
    const before = service.requests.length;
    await tab().ask({ type: 'alertAction', turn: id, action: 'retry' });
    assert.equal(service.requests.length, before + 1);
    assert.equal(tab().page.answer('A').state, 'complete');
    assert.deepEqual(
      tab()
        .page.row()
        .vote?.choices.map(({ label, why }) => [label, why]),
      [
        ['A', undefined],
        ['B', 'B failed, was cut off or is empty, so it can only lose.'],
        ['Tie', 'A tie needs two whole answers.'],
      ],
      'what failed can only lose',
    );
    assert.deepEqual(tells(), []);
  });

  it('says of no model alone that it is gone, and asks none of them', async () => {
    const { pending, connection, service } = world();
    const deleted = { connectionId: connection.id, kind: 'lora', name: 'support-tone-v7' } as const;
    await pending.during(deleted, async () => ({ isGone: true }));
    tab().panel.refresh();
    assert.deepEqual(
      tab().frame.columns.map(({ model }) => model.gone),
      [undefined, undefined],
    );
    assert.equal(tab().frame.noSend, 'One of the models is gone. Clear Blind to see which one.');
    const before = service.requests.length;
    await tab().tell({ type: 'send', text: 'Hello' });
    assert.equal(tab().session.conversation.questions.size, 0);
    pending.forgetListed(connection.id, () => true);
    await tab().send('Hello');
    assert.equal(service.requests.length, before + 2);
    assert.deepEqual(tells(), []);
  });

  it('leaves the recently used models as they are, whose order would tell', async () => {
    const before = world().recent.all;
    await tab().send('Hello');
    assert.deepEqual(world().recent.all, before);
  });
});
