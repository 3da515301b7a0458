import assert from 'node:assert/strict';
import type { PageChoice } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { type FrameChanges, frames, own, streamingAnswer } from './samples.ts';
import { hasFocus, message, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const choice = (name: string, changes: Partial<PageChoice> = {}): PageChoice => ({
  id: `file:///ws/docs/${name}`,
  name,
  lines: '',
  folder: 'docs',
  ...changes,
});
const [reply, refunds] = [choice('reply.md'), choice('refunds.md')];
const list = ({ page }: OpenPage) => page.getByRole('listbox', { name: 'Attach' });
const options = (open: OpenPage) => list(open).getByRole('option').allInnerTexts();

/** The text of the option that a screen reader says while the focus is in the message. */
const active = ({ page }: OpenPage) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    const option = document.getElementById(id);
    return option?.ariaSelected === 'true' ? option.innerText.split('\n')[0] : undefined;
  });

describe('A # or @ typed in the composer', () => {
  const browser = useBrowser();

  const opened = (changes: FrameChanges = {}) =>
    browser.chat(show(changes, own('u1', 'Hi'), streamingAnswer('a1')));

  /** Types one letter after the other, and lets the host answer the last. */
  async function type(open: OpenPage, text: string, choices: PageChoice[], isLoading = false): Promise<void> {
    await message(open).pressSequentially(text);
    await open.reply('findAttachments', { choices, isLoading });
  }

  it('opens a list that narrows with each letter, and Enter takes the place of the word in the text', async () => {
    const open = await opened();
    await message(open).fill('Shorten ');
    await type(open, '#', [reply, refunds]);
    assert.deepEqual(await options(open), ['reply.md\ndocs', 'refunds.md\ndocs']);
    assert.equal(await active(open), 'reply.md');
    await type(open, 'ref', [refunds]);
    assert.deepEqual(
      (await open.posted('findAttachments')).map(({ query }) => query),
      ['', 'r', 're', 'ref'],
    );
    assert.equal(await active(open), 'refunds.md');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('attachChoice'), [{ type: 'attachChoice', choice: refunds.id }]);
    assert.equal(await message(open).inputValue(), 'Shorten ');
    assert.equal(await list(open).count(), 0);
    assert.deepEqual(await open.posted('send'), []);
    await message(open).press('Control+z');
    assert.equal(await message(open).inputValue(), 'Shorten #ref');
    await message(open).fill('Shorten  please');
    await message(open).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(8, 8));
    await type(open, '#', [refunds]);
    await message(open).press('Enter');
    assert.equal(await message(open).inputValue(), 'Shorten please');
    assert.deepEqual(open.complaints, []);
  });

  it('lets ↑ and ↓ go round, and Tab and the mouse choose', async () => {
    const open = await opened();
    await type(open, '#', [reply, refunds]);
    for (const expected of ['refunds.md', 'reply.md']) {
      await message(open).press('ArrowDown');
      assert.equal(await active(open), expected);
    }
    await message(open).press('ArrowUp');
    assert.equal(await active(open), 'refunds.md');
    await message(open).press('Tab');
    await type(open, '@', [reply, refunds]);
    await list(open).getByText('reply.md').click();
    assert.deepEqual(
      (await open.posted('attachChoice')).map(({ choice }) => choice),
      [refunds.id, reply.id],
    );
    assert.equal(await hasFocus(message(open)), true);
    assert.equal(await message(open).inputValue(), '');
  });

  it('keeps the choice while more files come', async () => {
    const open = await opened();
    await type(open, '#', [reply, refunds], true);
    await message(open).press('ArrowDown');
    assert.deepEqual((await open.waitForPosted('findAttachments', 2))[1]?.['isWhole'], true);
    await open.reply('findAttachments', { choices: [reply, choice('new.md'), refunds], isLoading: false });
    assert.equal(await active(open), 'refunds.md');
  });

  it('takes nothing before the host has answered the last letter', async () => {
    const open = await opened();
    await type(open, '#', [reply, refunds]);
    await message(open).pressSequentially('ref');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('attachChoice'), []);
    assert.deepEqual(await open.posted('send'), []);
    assert.equal(await message(open).inputValue(), '#ref');
  });

  it('closes on Escape, which stops no answer, and the text stays and can be sent', async () => {
    const open = await opened({ streaming: 'a1' });
    await type(open, '#', [reply]);
    await message(open).press('Escape');
    assert.equal(await list(open).count(), 0);
    assert.deepEqual(await open.posted('stop'), []);
    await message(open).pressSequentially('rep');
    assert.equal(await list(open).count(), 0);
    assert.equal((await open.posted('findAttachments')).length, 1);
    await message(open).press('Enter');
    assert.equal((await open.posted('queue'))[0]?.['text'], '#rep');
  });

  it('leaves alone what is typed on: a space, no match, a number, another place, a lost focus', async () => {
    const open = await opened();
    const isClosedBy = async (act: () => Promise<unknown>, text: string) => {
      await message(open).fill('');
      await type(open, '#', [reply]);
      assert.equal(await list(open).count(), 1);
      await act();
      await list(open).waitFor({ state: 'detached' });
      assert.equal(await message(open).inputValue(), text);
    };
    await isClosedBy(() => message(open).pressSequentially(' Title'), '# Title');
    await isClosedBy(() => type(open, 'zz', []), '#zz');
    await isClosedBy(() => message(open).pressSequentially('1'), '#1');
    await isClosedBy(() => message(open).press('Home'), '#');
    await isClosedBy(() => open.page.getByRole('button', { name: 'Settings' }).focus(), '#');
    assert.deepEqual(await open.posted('attachChoice'), []);
  });

  it('is not one in what is pasted, or in a read-only chat', async () => {
    const open = await opened();
    await message(open).fill('@ada');
    await open.say(frames({ readOnly: 'It can be read here.' }));
    await message(open).fill('');
    await message(open).pressSequentially('#');
    assert.deepEqual(await open.posted('findAttachments'), []);
  });

  it('shows hostile names as text', async () => {
    const open = await opened();
    await type(open, '#', [choice('<img src=x onerror=alert(1)>.md', { folder: '</div>' })]);
    assert.deepEqual(await options(open), ['<img src=x onerror=alert(1)>.md\n</div>']);
    assert.deepEqual(open.complaints, []);
  });
});
