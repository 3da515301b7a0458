import assert from 'node:assert/strict';
import type { ChatSession } from '../../src/core/chats/session/chatSession.ts';
import type { ChatPanel } from '../../src/ui/chats/tab/chatPanel.ts';
import { holdAnswers } from '../service/faults/hold.ts';
import { useChatTab } from './support/chatTab.ts';
import type { RecordedPanel } from './support/recordedPanel.ts';
import { nextEvent, until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('A chat’s tab, when its service fails or refuses,', () => {
  const world = useWorld();
  const tab = useChatTab(world);
  let recorded: RecordedPanel;
  let session: ChatSession;
  let panel: ChatPanel;
  beforeEach(() => {
    ({ recorded, session, panel } = tab());
  });

  const ended = () => tab().ended();

  it('shows the failure no longer while the answer is requested again', async () => {
    const { service } = world();
    service.fail({ kind: 'status', status: 500, on: 'POST /api/v1/chat/completions', times: 1 });
    const failing = ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await failing;
    const [{ last: failed = '' }] = session.conversation.columns;
    const seen = recorded.posted.length;
    const again = ended();
    recorded.say({ type: 'alertAction', turn: failed, action: 'retry' });
    await again;
    const [news] = recorded.posted.slice(seen).flatMap((one) => (one.type === 'turn' ? [one.turn] : []));
    assert.ok(news?.role === 'assistant' && news.id === failed);
    assert.deepEqual([news.state, news.alert], ['streaming', undefined]);
  });

  it('offers Continue no longer for an answer that was stopped and left behind, or Retry for an empty one', async () => {
    const { service } = world();
    const alertOf = (at: number) => {
      const shown = tab().page.turns.get(tab().page.rows[at]?.cells[0]?.answer ?? '');
      return shown?.role === 'assistant' ? shown.alert?.buttons.map(({ label }) => label) : undefined;
    };
    const release = holdAnswers(service);
    const stopped = ended();
    recorded.say({ type: 'send', text: 'First' });
    await until(session.onDidChange, 'some text', () => tab().answers('support-tone-v7')[0]?.text !== '');
    recorded.say({ type: 'stop' });
    await stopped;
    assert.deepEqual(alertOf(0), ['Continue']);
    release();
    service.fail({ kind: 'answer', text: '', on: 'POST /api/v1/chat/completions', times: 1 });
    await tab().send('Second');
    assert.deepEqual([alertOf(0), alertOf(1)], [undefined, ['Retry']]);
    await tab().send('Third');
    assert.deepEqual([alertOf(0), alertOf(1), alertOf(2)], [undefined, ['Edit'], undefined]);
  });

  it('asks for the models once after a 404, and calls a model gone only if the list says so', async () => {
    const { service } = world();
    const lists = () => service.requests.filter(({ method }) => method === 'GET').length;
    const before = lists();
    service.fail({
      kind: 'status',
      status: 404,
      body: { message: 'No route' },
      on: 'POST /api/v1/chat/completions',
      times: 1,
    });
    const fresh = nextEvent(
      world().catalogs.onDidChange,
      'the list comes',
      () => world().catalogs.of(world().connection).state === 'fresh',
    );
    const failing = ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await failing;
    const [{ last: failed = '' }] = session.conversation.columns;
    const last = recorded.posted
      .flatMap((one) => (one.type === 'turn' && one.turn.id === failed ? [one.turn] : []))
      .at(-1);
    assert.ok(last?.role === 'assistant');
    assert.match(last.alert?.text ?? '', /doesn't know the model support-tone-v7 \(404\)/u);
    assert.equal(last.alert?.detail, 'No route');
    await fresh;
    assert.equal(lists(), before + 2);
    panel.refresh();
    const frame = recorded.posted.flatMap((one) => (one.type === 'frame' ? [one.frame] : [])).at(-1);
    assert.equal(frame?.columns[0].model.gone, undefined);
  });

  it('marks the settings that its model refuses until they are to be sent again', async () => {
    const { service } = world();
    const knows = ['stream', 'stream_options', 'temperature'];
    service.fail({ kind: 'validate', as: 'fastapi', knows, on: 'POST /api/v1/chat/completions' });
    session.setSettings({ topP: 0.5, temperature: 1, extra: { top_k: 4 } });
    const answered = ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await answered;
    const marked = () => tab().frame.columns[0].refused;
    assert.deepEqual(
      marked().map(({ setting, text }) => [setting, text.split(' for ')[0]]),
      [
        ['extra', `Not sent: ${world().connection.name} doesn't accept top_k`],
        ['topP', `Not sent: ${world().connection.name} doesn't accept top_p`],
      ],
    );
    service.clearFaults();
    await tab().tell({ type: 'sendRefused' });
    assert.deepEqual(marked(), []);
    const again = ended();
    recorded.say({ type: 'send', text: 'Again' });
    await again;
    assert.equal(JSON.parse(service.requests.at(-1)?.body ?? '').top_p, 0.5);
  });
});
