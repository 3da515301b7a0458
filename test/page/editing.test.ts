import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, frame, own, path } from './samples.ts';
import { button, field, focused, long, message, mine, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

describe('Editing a turn', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  async function editing(): Promise<OpenPage> {
    const open = await browser.open('chat');
    await open.say(show({}, own('u1', 'Hi'), answer('a1')));
    await button(open, 'Edit').click();
    return open;
  }

  it('starts with the turn’s text, sends it, and returns to the composer', async () => {
    const open = await editing();
    assert.equal(await focused(open), 'Edit Message');
    assert.equal(await field(open).inputValue(), 'Hi');
    await field(open).pressSequentially(' there');
    await field(open).press('Shift+Enter');
    await field(open).press('Enter');
    assert.deepEqual(await open.posted('edit'), [{ type: 'edit', turn: 'u1', text: 'Hi there\n' }]);
    assert.equal(await focused(open), 'Message');
    // The text is kept until the host has it.
    assert.equal(await field(open).inputValue(), 'Hi there\n');
    await open.say({ type: 'accepted', text: 'Hi there\n', edited: 'u1' }, path('u2'), {
      type: 'turn',
      turn: own('u2', 'Hi there\n'),
    });
    assert.equal(await field(open).count(), 0);
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: '' });
    assert.equal(await focused(open), 'Message');
    assert.deepEqual(open.complaints, []);
  });

  it('leaves the draft in the composer alone, even if the text is the same', async () => {
    const open = await editing();
    await message(open).fill('Hi you');
    await field(open).fill('Hi you');
    await mine(open).getByRole('button', { name: 'Send' }).click();
    await open.say({ type: 'accepted', text: 'Hi you', edited: 'u1' });
    assert.equal(await message(open).inputValue(), 'Hi you');
  });

  it('returns to its button with Escape, and keeps what was typed until Cancel', async () => {
    const open = await editing();
    await field(open).fill('Half a thought');
    await field(open).press('Escape');
    assert.equal(await focused(open), 'Edit');
    assert.equal(await mine(open).getByText('Hi', { exact: true }).count(), 1);
    await button(open, 'Edit').press('Enter');
    assert.equal(await field(open).inputValue(), 'Half a thought');
    await mine(open).getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await focused(open), 'Edit');
    await button(open, 'Edit').press('Enter');
    assert.equal(await field(open).inputValue(), 'Hi');
    assert.deepEqual(await open.posted('edit'), []);
  });

  it('keeps what was typed over a reload, after which the composer has the focus', async () => {
    const open = await editing();
    await field(open).fill('Half a thought');
    await message(open).fill('A draft');
    const kept = await open.kept();
    assert.deepEqual(kept, {
      conversationId: 'c1',
      draft: 'A draft',
      edits: [{ turn: 'u1', text: 'Half a thought', isOpen: true }],
    });
    const again = await browser.open('chat', { kept });
    await again.say(show({}, own('u1', 'Hi'), answer('a1')));
    assert.equal(await field(again).inputValue(), 'Half a thought');
    assert.equal(await message(again).inputValue(), 'A draft');
    assert.equal(await focused(again), 'Message');
    const other = await browser.open('chat', { kept });
    await other.say(show({ conversationId: 'c2' }, own('u1', 'Hi')));
    assert.equal(await field(other).count(), 0);
  });

  it('leaves Enter and Escape to an input method', async () => {
    const open = await editing();
    const client = await open.page.context().newCDPSession(open.page);
    await client.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    for (const key of ['Enter', 'Escape']) {
      await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
    }
    await client.send('Input.insertText', { text: '日本' });
    assert.deepEqual(await open.posted('edit'), []);
    assert.equal(await field(open).inputValue(), 'Hi日本');
    await field(open).press('Enter');
    assert.equal((await open.posted('edit')).length, 1);
  });

  it('sends with Ctrl+Enter if that is the setting, once, and nothing empty', async () => {
    const open = await browser.open('chat');
    await open.say(show({ sendWith: 'modEnter' }, own('u1', 'Hi'), answer('a1')));
    await button(open, 'Edit').click();
    await field(open).press('Enter');
    assert.equal(await field(open).inputValue(), 'Hi\n');
    await field(open).fill(' ');
    await field(open).press('Control+Enter');
    assert.deepEqual(await open.posted('edit'), []);
    await field(open).fill('Hello');
    await field(open).press('Control+Enter');
    await field(open).press('Control+Enter');
    assert.equal((await open.posted('edit')).length, 1);
  });

  it('can’t be sent while an answer streams, which Escape in the field does not stop', async () => {
    const open = await editing();
    await open.say({ type: 'frame', frame: frame({ streaming: 'a1' }) });
    await field(open).fill('Later');
    await field(open).press('Enter');
    assert.deepEqual(await open.posted('edit'), []);
    await field(open).press('Escape');
    assert.deepEqual(await open.posted('stop'), []);
  });

  it('moves nothing on the page', async () => {
    const open = await browser.open('chat');
    await open.say(show({}, own('u0', 'First'), answer('a0', { text: long }), own('u1', 'x\n'.repeat(12))));
    await open.say(path('u0', 'a0', 'u1', 'a1'), { type: 'turn', turn: answer('a1') });
    const head = mine(open).last().getByRole('heading');
    await head.scrollIntoViewIfNeeded();
    const before = await head.boundingBox();
    await mine(open).last().getByRole('button', { name: 'Edit' }).click();
    assert.deepEqual(await head.boundingBox(), before);
    await field(open).press('End');
    await field(open).press('Shift+Enter');
    assert.deepEqual(await head.boundingBox(), before);
  });

  it('is not offered in a read-only chat', async () => {
    const open = await browser.open('chat');
    await open.say(show({ readOnly: 'Only to be read.' }, own('u1', 'Hi'), answer('a1')));
    assert.equal(await button(open, 'Edit').count(), 0);
    assert.equal(await button(open, 'Regenerate with Another Model').isDisabled(), true);
  });
});
