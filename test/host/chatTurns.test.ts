import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { recordsOf } from '../../src/core/chats/disk/forkChat.ts';
import type { ChatSession } from '../../src/core/chats/session/chatSession.ts';
import { type Answer, isAnswer, type Turn } from '../../src/core/chats/tree/conversation.ts';
import { otherModelOf } from '../../src/ui/chats/actions/chatTabServices.ts';
import { pageExchange } from '../../src/ui/chats/page/pageExchange.ts';
import type { ChatPanel } from '../../src/ui/chats/tab/chatPanel.ts';
import { canaryKey } from '../e2e/canary.ts';
import { chatOf, shownIn } from '../unit/core/chats/chatScript.ts';
import { column, newAnswer, newQuestion, turnsIn } from '../unit/core/fixtures.ts';
import { useChats } from './support/chats.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { load, useWorld } from './support/world.ts';

describe('A turn’s context menu', () => {
  const world = useWorld();
  useRecordedPanels();
  const chats = useChats(world);
  const person = usePerson();
  const picking = usePicking();

  /** A kept chat with these turns, open in a tab; the last one is shown. */
  async function open(...turns: Turn[]): Promise<{ id: string; session: ChatSession }> {
    const id = randomUUID();
    const { connection } = world();
    const own = turns.map((turn) =>
      isAnswer(turn) ? { ...turn, connectionId: connection.id, name: 'support-tone-v7' } : turn,
    );
    const last = own.at(-1)?.id ?? '';
    const columns = [column('support-tone-v7', { id: 'c-tone', connectionId: connection.id, last })] as const;
    const conversation = chatOf(own, last, { id, title: 'Refund', columns });
    await chats().storage.store.append(id, recordsOf(conversation));
    await chats().panels.open(id);
    return { id, session: sessionOf(id) };
  }
  const talk = () =>
    open(
      newQuestion('u1', undefined, 'Hi'),
      newAnswer('a1', 'u1', '**Hello**'),
      newQuestion('u2', 'a1', 'Why?'),
    );

  function sessionOf(id: string): ChatSession {
    const session = chats().panels.session(id);
    assert.ok(session);
    return session;
  }
  function panelOf(id: string): ChatPanel {
    const panel = chats().panels.panel(id);
    assert.ok(panel);
    return panel;
  }
  const texts = ({ conversation }: Pick<ChatSession, 'conversation'>) =>
    shownIn(conversation).map(({ text }) => text);
  const lastOf = ({ conversation }: ChatSession): Answer => {
    const last = shownIn(conversation).at(-1);
    assert.ok(last && isAnswer(last));
    return last;
  };

  it('deletes turns without a question, and Undo brings back one deletion after the other', async () => {
    const { id, session } = await talk();
    const seen = person({});
    const { deletions } = panelOf(id);
    await chats().turns.delete({ chat: id, turn: 'u2' });
    assert.deepEqual([texts(session), deletions.text], [['Hi', '**Hello**'], 'Deleted a turn.']);
    await chats().turns.delete({ chat: id, turn: 'u1' });
    assert.deepEqual([texts(session), deletions.text], [[], 'Deleted a turn and the one that followed it.']);
    await deletions.undo();
    assert.deepEqual([texts(session), deletions.text], [['Hi', '**Hello**'], 'Deleted a turn.']);
    await deletions.undo();
    assert.deepEqual([texts(session), deletions.text], [['Hi', '**Hello**', 'Why?'], undefined]);
    const stored = await chats().storage.store.load(id);
    assert.deepEqual([...turnsIn(stored?.conversation).keys()], ['u1', 'a1', 'u2']);
    assert.deepEqual(seen.messages, []);
  });

  it('says so if the turn can’t be brought back', async () => {
    const { id, session } = await talk();
    const seen = person({});
    await chats().turns.delete({ chat: id, turn: 'u2' });
    await session.deleteTurn('a1');
    await panelOf(id).deletions.undo();
    assert.deepEqual(seen.messages, ["The turn can't be brought back: what it followed was deleted too."]);
  });

  it('deletes nothing from a read-only chat, and says why', async () => {
    const { id, session } = await talk();
    session.lose();
    const seen = person({});
    await chats().turns.delete({ chat: id, turn: 'u2' });
    assert.equal(turnsIn(session.conversation).size, 3);
    assert.match(seen.messages[0] ?? '', /can't be deleted/u);
  });

  it('does nothing for what is not a turn of an open chat', async () => {
    const { id, session } = await talk();
    const seen = person({});
    for (const argument of [
      undefined,
      {},
      { chat: id },
      { chat: id, turn: 'gone' },
      { chat: id, turn: '' },
      { chat: randomUUID(), turn: 'u1' },
      { chat: '../u1', turn: 'u1' },
      { chat: id, turn: ['u1'] },
    ]) {
      await chats().turns.delete(argument);
      await chats().turns.fork(argument);
      await chats().turns.regenerateWith(argument);
      await chats().turns.showExchange(argument);
    }
    assert.equal(turnsIn(session.conversation).size, 3);
    assert.deepEqual(seen.messages, []);
  });

  it('forks the chat at the turn into a new tab', async () => {
    const { id, session } = await talk();
    await chats().turns.fork({ chat: id, turn: 'a1' });
    const listed = (await chats().storage.store.list()).map((chat) => chat.id);
    const fork = sessionOf(listed.find((one) => one !== id) ?? '');
    assert.deepEqual(texts(fork), ['Hi', '**Hello**']);
    assert.deepEqual(texts(session), ['Hi', '**Hello**', 'Why?']);
    const stored = await chats().storage.store.load(fork.conversation.id);
    assert.equal(stored?.conversation.title, 'Fork: Refund');
  });

  it('copies an answer’s Markdown unchanged, and what the person wrote as they wrote it', async () => {
    const { id } = await talk();
    await chats().turns.copyMarkdown({ chat: id, turn: 'a1' });
    assert.equal(await vscode.env.clipboard.readText(), '**Hello**');
    await chats().turns.copyPlain({ chat: id, turn: 'u2' });
    assert.equal(await vscode.env.clipboard.readText(), 'Why?');
  });

  it('regenerates with the chosen model and its preset, while the chat keeps its own', async () => {
    await load(world());
    const { service } = world();
    const { id, session } = await talk();
    await chats().presets.save({
      name: 'Llama',
      settings: { systemPrompt: 'You are a llama.' },
      defaultFor: 'llama-3-8b',
    });
    const picks = picking('llama-3-8b');
    service.fail({ on: 'POST /api/v1/chat/completions', kind: 'status', status: 500, times: 1 });
    await chats().turns.regenerateWith({ chat: id, turn: 'a1' });
    assert.equal(picks[0]?.title, 'Regenerate With');
    const sent = () => JSON.parse(service.requests.at(-1)?.body ?? '{}');
    assert.equal(sent().model, 'llama-3-8b');
    assert.equal(sent().messages[0].content, 'You are a llama.');
    assert.deepEqual([lastOf(session).name, lastOf(session).state], ['llama-3-8b', 'failed']);
    assert.equal(session.conversation.columns[0].name, 'support-tone-v7');
    assert.deepEqual(session.conversation.settings, {});
    // Retry asks the same model again.
    const failed = lastOf(session).id;
    const again = (turn: string) => otherModelOf(session, turn, chats().presets.presets);
    await session.retry(failed, again(failed));
    assert.deepEqual([lastOf(session).id, lastOf(session).name], [failed, 'llama-3-8b']);
    assert.equal(lastOf(session).state, 'complete');
    await session.regenerate(failed, again(failed));
    assert.equal(sent().model, 'llama-3-8b');
    await session.send('And you?');
    assert.equal(sent().model, 'support-tone-v7');
  });

  it('shows the request with the fields and values that the service got, also after a reload', async () => {
    await load(world());
    const { service } = world();
    const { id, session } = await talk();
    session.setSettings({ topP: 0.5, extra: { top_k: 4 } });
    service.fail({ on: 'POST /api/v1/chat/completions', kind: 'refuseField', field: 'top_p' });
    await session.send('Now?');
    const body = service.requests.at(-1)?.body ?? '';
    const answer = lastOf(session);
    const shown = pageExchange(session, answer.id, { name: 'Acme' });
    assert.deepEqual(JSON.parse(shown?.request ?? ''), JSON.parse(body));
    assert.equal('top_p' in JSON.parse(body), false);
    assert.equal(shown?.remark, undefined);
    const facts = new Map(shown?.facts.map(({ label, value }) => [label, value]));
    assert.match(facts.get('Deployment') ?? '', /^revision [0-9a-f]{7}, deployed \w{3} \d+, \d{4}/u);
    assert.deepEqual(
      ['Model', 'Left out', 'Status', 'Request ID', 'Sent'].map((label) => facts.get(label)),
      ['support-tone-v7 · Acme', 'top_p', '200', answer.sent?.requestId, 'Directly'],
    );
    assert.match(facts.get('First token') ?? '', /^\d+\.\d\d s(?: \(first request\))?$/u);
    const stored = await chats().storage.store.load(id);
    assert.ok(stored);
    assert.deepEqual(pageExchange(stored, answer.id, { name: 'Acme' }), shown);
    assert.ok(!JSON.stringify([...turnsIn(stored.conversation).values(), shown]).includes(canaryKey));
  });

  it('says so if the shown request may not be the one that was sent', async () => {
    const { session } = await talk();
    const remarkOf = (turn: string) => pageExchange(session, turn, { name: 'Acme' })?.remark ?? '';
    assert.match(remarkOf('a1'), /the original request was not recorded/u);
    assert.equal(pageExchange(session, 'u1', { name: 'Acme' }), undefined);
    const { conversation } = session;
    const changed = { ...newAnswer('a2', 'u1'), sent: { digest: '0'.repeat(64) } };
    const unsent = {
      ...newAnswer('a3', 'u1', ''),
      state: 'failed' as const,
      sent: {},
      error: { kind: 'noKey' },
    };
    const answers = new Map([...conversation.answers, ['a2', changed], ['a3', unsent]] as [string, Answer][]);
    const view = (turn: string) =>
      pageExchange({ conversation: { ...conversation, answers } }, turn, { name: 'Acme' });
    assert.match(view('a2')?.remark ?? '', /has changed since/u);
    assert.equal(view('a3')?.remark, 'Nothing was sent.');
    assert.equal(view('a3')?.request, undefined);
  });
});
