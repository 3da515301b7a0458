import assert from 'node:assert/strict';
import type { Attachment } from '../../src/core/attachments/attachment.ts';
import { holdRequests, onChat } from '../service/faults/hold.ts';
import { useChatTab } from './support/chatTab.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const file: Attachment = { name: 'reply.md', language: 'markdown', text: 'Dear customer' };

describe('A message sent while an answer streams', () => {
  const world = useWorld();
  const tab = useChatTab(world);
  const shown = (what: string, condition: () => boolean) => until(tab().recorded.onDidPost, what, condition);
  const sent = () =>
    world()
      .service.requests.filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body).messages.at(-1).content);
  const composer = () => tab().page.attachments;

  /** Asks, and holds the answer until the faults are cleared; returns the answer's end. */
  async function askHeld(): Promise<{ end: Promise<unknown>; attached: string }> {
    const { panel, recorded } = tab();
    panel.attachments.tray.add(file);
    const [{ id: attached = '' } = {}] = panel.attachments.tray.entries;
    holdRequests(world().service);
    const end = tab().ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await shown('the answer streams', () => tab().frame.streams.length > 0);
    return { end, attached };
  }

  it('waits with its attachments, and goes as that turn once the answer is complete', async () => {
    const { panel, recorded, session } = tab();
    const { end, attached } = await askHeld();
    recorded.say({ type: 'queue', id: 'q1', text: 'And in French?', attachments: [attached] });
    await shown('the message waits', () => tab().frame.queued !== undefined);
    assert.deepEqual(
      tab().frame.queued?.attachments.map(({ name }) => name),
      ['reply.md'],
    );
    assert.deepEqual(composer(), []);
    recorded.say({ type: 'queue', id: 'q2', text: 'A second one' });
    world().service.clearFaults();
    await end;
    await shown('both are answered', () => !session.isBusy && session.conversation.answers.size === 2);
    assert.equal(session.conversation.questions.get('q1')?.text, 'And in French?');
    assert.equal(sent().length, 2);
    assert.match(sent()[1], /^And in French\?[\s\S]*Dear customer/u);
    assert.ok(recorded.posted.some((one) => one.type === 'accepted' && one.turn === 'q1'));
    assert.deepEqual([tab().frame.queued, panel.attachments.tray.entries], [undefined, []]);
  });

  it('is the composer’s again, with its attachments, once it is taken back or the answer was stopped', async () => {
    const { recorded, session } = tab();
    const { end, attached } = await askHeld();
    for (const taken of ['unqueue', 'stop'] as const) {
      recorded.say({ type: 'queue', id: taken, text: 'And in French?', attachments: [attached] });
      await shown('the message waits', () => tab().frame.queued?.id === taken);
      recorded.say({ type: taken });
      await shown('it is gone', () => tab().frame.queued === undefined);
      assert.deepEqual(
        composer().map(({ name }) => name),
        ['reply.md'],
      );
    }
    await end;
    assert.equal(session.conversation.questions.size, 1);
  });
});

describe('What is asked while a setting can’t be as it is typed', () => {
  const world = useWorld();
  const tab = useChatTab(world);
  const shown = (what: string, condition: () => boolean) => until(tab().recorded.onDidPost, what, condition);

  it('is no message that waited for the answer, and no command: that shows the setting', async () => {
    const { panel, recorded, session } = tab();
    holdRequests(world().service);
    const end = tab().ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await shown('the answer streams', () => tab().frame.streams.length > 0);
    recorded.say({ type: 'queue', id: 'q1', text: 'And in French?' });
    recorded.say({ type: 'held', isHeld: true });
    await shown('the message waits', () => tab().frame.queued !== undefined);
    world().service.clearFaults();
    await end;
    await shown('it is the composer’s again', () => tab().frame.queued === undefined);
    assert.equal(session.conversation.questions.size, 1);
    assert.equal(panel.showFault(), true);
    assert.equal(recorded.posted.at(-1)?.type, 'showSettings');
    await tab().tell({ type: 'held', isHeld: false });
    assert.equal(panel.showFault(), false);
  });
});

describe('The silence before an answer', () => {
  const world = useWorld();
  const tab = useChatTab(world);
  const silence = () => tab().frame.streams[0]?.silence;
  const shown = (what: string, condition: () => boolean) => until(tab().recorded.onDidPost, what, condition);

  it('is told to the page with what may take so long, and that it is over', async () => {
    const { recorded } = tab();
    holdRequests(world().service);
    const end = tab().ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await shown('the answer streams', () => silence() !== undefined);
    const { name, isStarted, retry, hint } = silence() ?? {};
    assert.deepEqual(
      [name, isStarted, retry, hint],
      ['support-tone-v7', false, undefined, 'A large adapter may have to be loaded first.'],
    );
    assert.equal(tab().frame.status, 'Waiting for support-tone-v7…');
    const before = silence()?.ms ?? Number.NaN;
    recorded.say({ type: 'ready' });
    assert.ok((silence()?.ms ?? Number.NaN) > before);
    world().service.clearFaults();
    await shown('its first text is told', () => tab().frame.status === 'support-tone-v7 is answering');
    assert.equal(silence()?.isStarted, true);
    await end;
    assert.equal(silence(), undefined);
  });

  it('speaks of a model where a base model is asked', async () => {
    const { recorded, session } = tab();
    const { connection } = world();
    const [{ id }] = session.conversation.columns;
    await session.setModel(id, { connectionId: connection.id, name: 'llama-3-8b' });
    const end = tab().ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await shown('the answer streams', () => silence() !== undefined);
    assert.equal(silence()?.hint, 'A large model may have to be loaded first.');
    await end;
  });

  it('tells the text and the time left until a busy service is asked again', async () => {
    const { recorded } = tab();
    world().service.fail({ kind: 'status', status: 503, headers: { 'retry-after': '8' }, on: onChat });
    const end = tab().ended();
    const sentAt = Date.now();
    recorded.say({ type: 'send', text: 'Hello' });
    await shown('it waits', () => silence()?.retry !== undefined);
    const { text, inMs = 0 } = silence()?.retry ?? {};
    assert.equal(text, 'Busy, trying again in {0} s');
    assert.ok(inMs <= 8000 && inMs >= 8000 - (Date.now() - sentAt), String(inMs));
    recorded.say({ type: 'stop' });
    await end;
  });
});
