import assert from 'node:assert/strict';
import type { PageTurn } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { answer, chip, type FrameChanges, frame, own, shows, tallPicture } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const show = (changes: FrameChanges = {}, ...turns: PageTurn[]) => shows(frame(changes), turns);
const message = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Message' });
const button = ({ page }: OpenPage, name: string) => page.getByRole('button', { name, exact: true });
const chipsIn = ({ page }: OpenPage) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const focused = ({ page }: OpenPage) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);

describe('Attachments in the chat page', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  it('are shown as chips in the composer, with their size, and are announced', async () => {
    const open = await browser.open('chat');
    await open.say(show(), { type: 'attachments', attachments: [chip('c1')] });
    assert.deepEqual(await chipsIn(open).allInnerTexts(), ['reply.md\n10–42\n1.2 KB']);
    assert.equal(await chipsIn(open).first().getAttribute('title'), 'docs/reply.md, lines 10–42, 1.2 KB');
    const status = open.page.locator('[role=status]').last();
    assert.equal(await status.textContent(), 'Attached: reply.md 10–42');
    const two = [chip('c1'), chip('c2', { name: 'a.ts', lines: '' })];
    await open.say({ type: 'attachments', attachments: two });
    assert.equal(await status.textContent(), 'Attached: a.ts');
    assert.equal(await message(open).evaluate((box) => box === document.activeElement), true);
    assert.deepEqual(open.complaints, []);
  });

  it('are sent by their ids, and leave only when the host says so', async () => {
    const open = await browser.open('chat');
    await open.say(show(), { type: 'attachments', attachments: [chip('c1'), chip('c2')] });
    await message(open).fill('Shorter.');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), [
      { type: 'send', text: 'Shorter.', attachments: ['c1', 'c2'] },
    ]);
    // The host refused.
    await open.say({ type: 'frame', frame: frame() });
    assert.equal(await chipsIn(open).count(), 2);
    assert.equal(await message(open).inputValue(), 'Shorter.');
    await message(open).press('Enter');
    assert.equal((await open.posted('send')).length, 2);
    await open.say({ type: 'accepted', text: 'Shorter.' }, { type: 'attachments', attachments: [] });
    assert.equal(await chipsIn(open).count(), 0);
    assert.equal(await message(open).inputValue(), '');
  });

  it('may be all that is sent', async () => {
    const open = await browser.open('chat');
    await open.say(show(), { type: 'attachments', attachments: [chip('c1')] });
    await button(open, 'Send').click();
    assert.deepEqual(await open.posted('send'), [{ type: 'send', text: '', attachments: ['c1'] }]);
  });

  it('may be all that is left of an edited message', async () => {
    const open = await browser.open('chat');
    await open.say(show({}, { ...own('u1', 'What is this?'), attachments: [chip('c1')] }, answer('a1')));
    await button(open, 'Edit').click();
    const text = open.page.getByRole('textbox', { name: 'Edit message' });
    await text.fill('');
    await text.press('Enter');
    assert.deepEqual(await open.posted('edit'), [{ type: 'edit', turn: 'u1', text: '' }]);
  });

  it('are removed by mouse or keyboard, and the focus moves to the next one, in the end to the message', async () => {
    const open = await browser.open('chat');
    const all = ['a', 'b', 'c'].map((id) => chip(id, { name: id, lines: '' }));
    await open.say(show(), { type: 'attachments', attachments: all });
    const remaining = async (...ids: string[]) =>
      open.say({ type: 'attachments', attachments: all.filter(({ id }) => ids.includes(id)) });
    await button(open, 'Remove b').click();
    assert.equal(await focused(open), 'Remove c');
    await remaining('a', 'c');
    assert.equal(await focused(open), 'Remove c');
    await open.page.keyboard.press('Delete');
    assert.equal(await focused(open), 'Remove a');
    await remaining('a');
    await open.page.keyboard.press('Enter');
    assert.equal(await focused(open), 'Message');
    await remaining();
    assert.deepEqual(
      (await open.posted('detach')).map(({ attachment }) => attachment),
      ['b', 'c', 'a'],
    );
  });

  it('are forgotten when a new snapshot comes', async () => {
    const open = await browser.open('chat');
    await open.say(show(), { type: 'attachments', attachments: [chip('c1')] }, show());
    assert.equal(await chipsIn(open).count(), 0);
  });

  it('are added with Attach, which is disabled in a read-only chat', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    await button(open, 'Attach').press('Enter');
    assert.equal((await open.posted('attach')).length, 1);
    await open.say({ type: 'frame', frame: frame({ readOnly: 'It can be read here.' }) });
    assert.equal(await button(open, 'Attach').isDisabled(), true);
  });

  it('open from a message as they were sent', async () => {
    const open = await browser.open('chat');
    await open.say(show({}, { ...own('u1', 'Shorter.'), attachments: [chip('u1/0')] }, answer('a1')));
    await button(open, 'reply.md 10–42 1.2 KB').press('Enter');
    assert.deepEqual(await open.posted('openAttachment'), [{ type: 'openAttachment', attachment: 'u1/0' }]);
  });

  it('are drawn in their own proportions if they are pictures, and load nothing', async () => {
    const open = await browser.open('chat');
    const requests: string[] = [];
    open.page.on('request', (request) => requests.push(request.url()));
    const picture = chip('u1/0', { name: 'tall.png', lines: '', image: tallPicture });
    await open.say(show({}, { ...own('u1', ''), attachments: [picture] }));
    const canvas = open.page.getByRole('img', { name: 'tall.png' });
    await open.page.locator('canvas.picture[width="8"]').waitFor();
    const [top, bottom] = await canvas.evaluate((element) => {
      const context = (element as HTMLCanvasElement).getContext('2d');
      const column = [...(context?.getImageData(4, 0, 1, 16).data ?? [])];
      return [column.slice(4, 8), column.slice(-8, -4)];
    });
    assert.deepEqual(
      [top, bottom],
      [
        [255, 0, 0, 255],
        [0, 0, 255, 255],
      ],
    );
    // The icon font belongs to the page.
    assert.deepEqual(
      requests.filter((url) => !/codicon\.ttf/.test(url)),
      [],
    );
    assert.equal(await open.page.locator('.own-text').count(), 0);
    assert.deepEqual(open.complaints, []);
  });
});
