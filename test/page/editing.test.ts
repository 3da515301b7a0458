import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, frames, own, path, turn } from './samples.ts';
import { button, field, focused, long, message, mine, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

describe('Editing a turn', () => {
  const browser = useBrowser();

  async function editing(): Promise<OpenPage> {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1')));
    await button(open, 'Edit').click();
    return open;
  }

  it('starts with the turn’s text, sends it, and returns to the composer, whose draft stays', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1')));
    await message(open).fill('Hi there\n');
    await button(open, 'Edit').click();
    assert.equal(await focused(open), 'Edit Message');
    assert.equal(await field(open).inputValue(), 'Hi');
    await field(open).pressSequentially(' there');
    await field(open).press('Shift+Enter');
    await field(open).press('Enter');
    assert.deepEqual(await open.posted('edit'), [{ type: 'edit', turn: 'u1', text: 'Hi there\n' }]);
    assert.equal(await focused(open), 'Message');
    // The text is kept until the host has it.
    assert.equal(await field(open).inputValue(), 'Hi there\n');
    const accepted = { type: 'accepted', text: 'Hi there\n', edited: 'u1' };
    await open.say(accepted, path('u2'), turn(own('u2', 'Hi there\n')));
    assert.equal(await field(open).count(), 0);
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'Hi there\n' });
    assert.equal(await focused(open), 'Message');
    assert.deepEqual(open.complaints, []);
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
    const again = await browser.open('chat', { kept }, show({}, own('u1', 'Hi'), answer('a1')));
    assert.equal(await field(again).inputValue(), 'Half a thought');
    assert.equal(await message(again).inputValue(), 'A draft');
    assert.equal(await focused(again), 'Message');
    const other = await browser.open('chat', { kept }, show({ conversationId: 'c2' }, own('u1', 'Hi')));
    assert.equal(await field(other).count(), 0);
  });

  it('is told to the host, and there again where that fills it in', async () => {
    const open = await editing();
    await field(open).fill('Half a thought');
    const edits = [{ turn: 'u1', text: 'Half a thought', isOpen: true }];
    assert.deepEqual((await open.posted('edits')).at(-1), { type: 'edits', edits });
    const again = await browser.chat(show({}, own('u1', 'Hi'), answer('a1')));
    await again.say({ type: 'fill', text: '', edits });
    assert.equal(await field(again).inputValue(), 'Half a thought');
    assert.equal(await message(again).inputValue(), '');
  });

  it('sends with the key that the person set, which an input method may use, once, and nothing empty', async () => {
    const open = await editing();
    const client = await open.page.context().newCDPSession(open.page);
    await client.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    for (const key of ['Enter', 'Escape']) {
      await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
    }
    await client.send('Input.insertText', { text: '日本' });
    assert.equal(await field(open).inputValue(), 'Hi日本');
    await open.say(frames({ sendWith: 'modEnter' }));
    await field(open).press('Enter');
    assert.equal(await field(open).inputValue(), 'Hi日本\n');
    await field(open).fill(' ');
    await field(open).press('Control+Enter');
    assert.deepEqual(await open.posted('edit'), []);
    await field(open).fill('Hello');
    for (const key of ['Control+Enter', 'Control+Enter']) await field(open).press(key);
    assert.equal((await open.posted('edit')).length, 1);
  });

  it('can’t be sent while an answer streams, which Escape in the field does not stop, or begun in a read-only chat', async () => {
    const open = await editing();
    await open.say(frames({ streaming: 'a1' }));
    await field(open).fill('Later');
    await field(open).press('Enter');
    assert.deepEqual(await open.posted('edit'), []);
    await field(open).press('Escape');
    assert.deepEqual(await open.posted('stop'), []);
    await open.say(show({ readOnly: 'Only to be read.' }, own('u1', 'Hi'), answer('a1')));
    assert.equal(await button(open, 'Edit').count(), 0);
    assert.equal(await button(open, 'Regenerate with Another Model').isDisabled(), true);
  });

  it('moves nothing on the page', async () => {
    const open = await browser.chat(
      show({}, own('u0', 'First'), answer('a0', { text: long }), own('u1', 'x\n'.repeat(12))),
    );
    await open.say(path('u0', 'a0', 'u1', 'a1'), turn(answer('a1')));
    const head = mine(open).last().getByRole('heading');
    await head.scrollIntoViewIfNeeded();
    const before = await head.boundingBox();
    await mine(open).last().getByRole('button', { name: 'Edit' }).click();
    assert.deepEqual(await head.boundingBox(), before);
    await field(open).press('End');
    await field(open).press('Shift+Enter');
    assert.deepEqual(await head.boundingBox(), before);
  });
});
