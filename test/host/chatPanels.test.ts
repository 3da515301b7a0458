import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatSession } from '../../src/core/chats/session/chatSession.ts';
import type { PageExchange } from '../../src/protocol/chat.ts';
import type { ChatPanel } from '../../src/ui/chats/tab/chatPanel.ts';
import { useChatTab } from './support/chatTab.ts';
import type { RecordedPanel } from './support/recordedPanel.ts';
import { nextEvent, until, within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('A chat’s tab', () => {
  const world = useWorld();
  const tab = useChatTab(world, undefined, true);
  let recorded: RecordedPanel;
  let session: ChatSession;
  let panel: ChatPanel;
  beforeEach(() => {
    ({ recorded, session, panel } = tab());
  });

  const ended = () => tab().ended();

  it('is searched by VS Code’s own find widget, and its page has a language and a title', () => {
    assert.equal(recorded.panel.options.enableFindWidget, true);
    assert.match(recorded.panel.webview.html, /<html lang="[a-z-]+">[\s\S]*<title>[^<]+<\/title>/u);
  });

  it('may be refreshed once it is closed, as by what was asked for before', () => {
    recorded.panel.dispose();
    assert.doesNotThrow(() => panel.refresh());
  });

  it('sends its page the whole state, then each change', async () => {
    assert.equal(recorded.posted.find(({ type }) => type === 'snapshot')?.type, 'snapshot');
    const done = ended();
    recorded.say({ type: 'send', text: 'Rewrite this reply' });
    await done;
    const { posted } = recorded;
    assert.ok(posted.some((message) => message.type === 'accepted' && message.text === 'Rewrite this reply'));
    const [answer] = session.conversation.answers.values();
    const streamed = posted.flatMap((message) => (message.type === 'append' ? [message.text] : [])).join('');
    assert.ok(answer && streamed.length > 0 && answer.text.startsWith(streamed.slice(0, 20)));
    const last = posted.findLast((message) => message.type === 'turn');
    assert.ok(last?.type === 'turn' && last.turn.text === answer.text && last.turn.id === answer.id);
  });

  it('says why and how long it waits, stops saying so when it goes on, and can be stopped at once', async () => {
    const { service } = world();
    const statuses = () =>
      recorded.posted.flatMap((message) => ('frame' in message ? [message.frame.status] : []));
    const waits = (text: string) => until(recorded.onDidPost, text, () => statuses().at(-1) === text);
    const fault = { kind: 'status', status: 503, on: 'POST /api/v1/chat/completions' } as const;
    service.fail({ ...fault, headers: { 'retry-after-ms': '30' }, times: 1 });
    const answered = ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await answered;
    const seen = statuses();
    const wait = seen.indexOf('Busy, trying again in 1 s');
    assert.ok(wait >= 0 && seen.lastIndexOf('support-tone-v7 is answering') > wait);
    service.fail({ ...fault, headers: { 'retry-after': '8' } });
    const before = service.requests.length;
    recorded.say({ type: 'send', text: 'Again' });
    await waits('Busy, trying again in 8 s');
    const stopped = ended();
    recorded.say({ type: 'stop' });
    await stopped;
    await waits('Stopped');
    assert.equal(service.requests.length, before + 1);
  });

  it('sends nothing to the page while its tab is hidden, and all when it is back', async () => {
    const { service } = world();
    const hidden = nextEvent(recorded.panel.onDidChangeViewState, 'the tab is hidden', isHidden);
    const other = vscode.window.createWebviewPanel('other', 'Other', vscode.ViewColumn.One);
    await hidden;
    const before = recorded.posted.length;
    service.fail({
      kind: 'answer',
      text: 'While it was hidden',
      on: 'POST /api/v1/chat/completions',
      times: 1,
    });
    const answered = ended();
    await session.send('Hello');
    await answered;
    const [question = ''] = session.conversation.questions.keys();
    panel.showFound({ turn: question, words: [] });
    assert.deepEqual(recorded.posted.slice(before), []);
    const back = nextEvent(
      recorded.onDidPost,
      'the page is told where to scroll',
      ({ type }) => type === 'reveal',
    );
    other.dispose();
    panel.tab.reveal();
    const { seq: _seq, ...revealed } = await back;
    assert.deepEqual(revealed, { type: 'reveal', turn: question, words: [] });
    const [snapshot] = recorded.posted.slice(before);
    assert.ok(snapshot?.type === 'snapshot');
    assert.equal(snapshot.turns.at(-1)?.text, 'While it was hidden');
  });

  it('shows its page an exchange, and learns from it how an answer reads', async () => {
    const { service } = world();
    service.fail({ kind: 'answer', text: '# One\n\n**two**', on: 'POST /api/v1/chat/completions', times: 1 });
    const answered = ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await answered;
    const [{ last: answer = '' }] = session.conversation.columns;
    const { facts } = (await recorded.ask({ type: 'showExchange', turn: answer })) as PageExchange;
    const factOf = (label: string) => facts.find((one) => one.label === label)?.value;
    assert.deepEqual([factOf('Status'), factOf('Sent')], ['200', 'Directly']);
    assert.equal(await recorded.ask({ type: 'showExchange', turn: 'gone' }), undefined);
    const copied = nextEvent(recorded.onDidReceive, 'the page says how it reads', isCopy);
    panel.ask({ type: 'copyPlain', turn: answer });
    assert.deepEqual(await copied, { type: 'copy', text: 'One\n\ntwo' });
  });

  it('ends the request as soon as it is closed', async () => {
    const { service } = world();
    service.fail({ kind: 'stall', on: 'POST /api/v1/chat/completions', after: 3 });
    const request = service.nextRequest(({ method }) => method === 'POST');
    recorded.say({ type: 'send', text: 'Hello' });
    const { closed } = await within(request, 'the request');
    recorded.panel.dispose();
    assert.equal((await within(closed, 'it is closed')).complete, false);
  });

  it('ignores messages that are not valid', async () => {
    const before = recorded.posted.length;
    for (const message of [{ type: 'deleteLora' }, { type: 'send' }, 'ready', null])
      Reflect.apply(recorded.say, undefined, [message]);
    await tab().tell({ type: 'stop' });
    assert.ok(recorded.posted.slice(before).every(({ type }) => type === 'frame'));
    assert.equal(session.conversation.questions.size, 0);
  });
});

function isHidden({ webviewPanel }: vscode.WebviewPanelOnDidChangeViewStateEvent): boolean {
  return !webviewPanel.visible;
}

function isCopy(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'copy';
}
