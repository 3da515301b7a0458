import assert from 'node:assert/strict';
import type { PageQueued } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { readMessage } from './readMessage.ts';
import { answer, attached, chip, frames, own, path, streamingAnswer, turn } from './samples.ts';
import { button, focused, message, show, status } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

describe('A chat’s page', () => {
  const browser = useBrowser();
  const said = (open: OpenPage, text: string) => status(open).filter({ hasText: text });

  it('says that the chat is open in another window, sends nothing, and offers to go on in a new chat', async () => {
    const reason = 'Open in another window.';
    const open = await browser.chat(show({ readOnly: reason, canFork: true }, own('u1', 'Hi')));
    await message(open).fill('Hello');
    await message(open).press('Enter');
    assert.equal(await said(open, reason).count(), 1);
    await button(open, 'Continue in a New Chat').click();
    assert.deepEqual((await open.posted()).slice(1), [{ type: 'fork' }]);
  });

  it('says that the chat is not kept, and still sends', async () => {
    const notice = 'Chat history is off.';
    const open = await browser.chat(show({ notice }));
    assert.equal(await said(open, notice).count(), 1);
    await message(open).fill('Hello');
    await message(open).press('Enter');
    assert.deepEqual((await open.posted()).slice(1), [{ type: 'send', text: 'Hello' }]);
  });

  it('says what was deleted above the composer, and Undo leads to the composer', async () => {
    const deleted = 'Deleted a turn and the one that followed it.';
    const open = await browser.chat(show({ deleted }));
    const notice = said(open, deleted);
    const [above, send] = [await notice.boundingBox(), await button(open, 'Send').boundingBox()];
    assert.ok(above && send && above.y + above.height <= send.y);
    await button(open, 'Undo').click();
    await open.say(frames());
    assert.equal(await notice.count(), 0);
    assert.equal(await focused(open), 'Message');
    await open.say(frames({ deleted }));
    await button(open, 'Close').click();
    assert.deepEqual((await open.posted()).slice(1), [{ type: 'undoDeletion' }, { type: 'forgetDeletions' }]);
  });
});

const streaming = { streaming: 'a1', status: 'support-tone-v7 is answering' };
const turns = [own('u1', 'Hi'), streamingAnswer('a1')];
const queued = (id: string, changes: Partial<PageQueued> = {}): PageQueued => ({
  ...{ id, text: 'And in French?', attachments: [] },
  ...changes,
});

const waiting = ({ page }: OpenPage) => page.getByRole('group', { name: 'Waiting message' });

describe('A message sent while an answer streams', () => {
  const browser = useBrowser();

  /** Types it and presses Enter; the host takes it. */
  async function queue() {
    const open = await browser.chat(show(streaming, ...turns));
    await open.page.getByText('Enter sends after this answer').waitFor();
    await message(open).fill('And in French?');
    await message(open).press('Enter');
    const [posted] = await open.waitForPosted('queue');
    assert.deepEqual(readMessage(posted), posted);
    const id = String(posted?.['id']);
    await open.say(frames({ ...streaming, queued: queued(id) }));
    return { open, id };
  }

  it('waits above the composer, which is free for the next one and says so', async () => {
    const { open, id } = await queue();
    assert.match(
      await waiting(open).innerText(),
      /^Queued: sent when this answer is complete\s+Edit\s+And in French\?$/u,
    );
    assert.equal(await message(open).inputValue(), '');
    assert.deepEqual(await open.kept(), {
      conversationId: 'c1',
      draft: '',
      queued: { id, text: 'And in French?' },
    });
    await message(open).fill('A second one');
    await message(open).press('Enter');
    await open.page.getByText('A message is already queued').waitFor();
    assert.equal((await open.posted('queue')).length, 1);
    assert.equal(await message(open).inputValue(), 'A second one');
  });

  it('takes its attachments along', async () => {
    const open = await browser.chat(show(streaming, ...turns), attached(chip('t1')));
    await message(open).press('Enter');
    const [posted] = await open.waitForPosted('queue');
    assert.deepEqual([posted?.['text'], posted?.['attachments']], ['', ['t1']]);
    await open.say(
      attached(),
      frames({
        ...streaming,
        queued: queued(String(posted?.['id']), { text: '', attachments: [chip('t1')] }),
      }),
    );
    assert.match(await waiting(open).innerText(), /reply\.md/u);
  });

  it('becomes a turn once it is sent, and what was typed meanwhile stays', async () => {
    const { open, id } = await queue();
    await message(open).fill('And in French? Or Spanish?');
    await open.say(
      turn(answer('a1')),
      frames({ status: 'Answer complete', queued: queued(id) }),
      { type: 'accepted', text: 'And in French?', turn: id },
      turn(own(id, 'And in French?')),
      turn(streamingAnswer('a2')),
      path('u1', 'a1', id, 'a2'),
      frames({ ...streaming, streaming: 'a2' }),
    );
    assert.equal(await waiting(open).count(), 0);
    assert.equal(await message(open).inputValue(), 'And in French? Or Spanish?');
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'And in French? Or Spanish?' });
  });

  it('comes back before what was typed meanwhile if it is not sent, and the page says so', async () => {
    const { open } = await queue();
    await message(open).fill('Never mind.');
    await open.say(turn(answer('a1', { state: 'stopped' })), frames({ status: 'Stopped' }));
    assert.equal(await message(open).inputValue(), 'And in French?\n\nNever mind.');
    assert.equal(
      await open.page.getByRole('status').innerText(),
      'The queued message is back in the message box',
    );
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'And in French?\n\nNever mind.' });
  });

  it('is taken back by Edit, and by ↑ in an empty composer', async () => {
    const { open } = await queue();
    await button(open, 'Edit').last().click();
    assert.equal((await open.posted('unqueue')).length, 1);
    assert.equal(await focused(open), 'Message');
    await message(open).press('ArrowUp');
    assert.deepEqual((await open.posted('unqueue')).map(readMessage), [
      { type: 'unqueue' },
      { type: 'unqueue' },
    ]);
    await open.say(frames(streaming));
    assert.equal(await message(open).inputValue(), 'And in French?');
  });

  it('is back in the composer of the next page if its window ended first, but not if it was sent', async () => {
    const kept = { conversationId: 'c1', draft: 'More', queued: { id: 'q1', text: 'And in French?' } };
    const there = show({ ...streaming, queued: queued('q1') }, ...turns);
    const asked = [own('u1', 'Hi'), answer('a1', { state: 'cut' })];
    for (const [shown, draft, waits] of [
      [show({}, ...asked), 'And in French?\n\nMore', 0],
      [show({}, ...asked, own('q1', 'And in French?'), answer('a2')), 'More', 0],
      [there, 'More', 1],
    ] as const) {
      const open = await browser.open('chat', { kept }, shown);
      assert.equal(await message(open).inputValue(), draft);
      assert.equal(await waiting(open).count(), waits);
    }
  });
});
