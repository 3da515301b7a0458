import assert from 'node:assert/strict';
import type { ChatFrame, TurnView } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { answer, chip, frame, own, tallPicture } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const show = (changes: Partial<ChatFrame> = {}, ...turns: TurnView[]) => ({
  type: 'snapshot',
  frame: frame(changes),
  turns,
});
const message = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Message' });
const button = ({ page }: OpenPage, name: string) => page.getByRole('button', { name, exact: true });
const chipsIn = ({ page }: OpenPage) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const focused = ({ page }: OpenPage) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);

interface Dragged {
  /** What `getData` gives, by type. */
  data?: Record<string, string>;
  files?: { name: string; content: string; size?: number }[];
}

/** A drag over the page and its drop there; answers whether the page has taken each for itself. */
function drop({ page }: OpenPage, dragged: Dragged, isOwn = false): Promise<[boolean, boolean]> {
  return page.evaluate(
    ([{ data = {}, files = [] }, startsHere]) => {
      const dataTransfer = new DataTransfer();
      for (const [type, text] of Object.entries(data)) dataTransfer.setData(type, text);
      for (const { name, content, size } of files)
        dataTransfer.items.add(new File([size === undefined ? content : new Uint8Array(size)], name));
      const target = document.querySelector('article') ?? document.body;
      const fire = (type: string) =>
        !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      if (startsHere) fire('dragstart');
      return [fire('dragover'), fire('drop')] as [boolean, boolean];
    },
    [dragged, isOwn] as const,
  );
}

/** What the page has read of files, as text. */
async function readBy(open: OpenPage, count = 1): Promise<unknown[]> {
  await open.waitForPosted('attachFiles', count);
  return open.page.evaluate(() =>
    window.posted
      .map((one) => one as { type: string; files: { name: string; size: number; bytes?: Uint8Array }[] })
      .filter(({ type }) => type === 'attachFiles')
      .flatMap(({ files }) =>
        files.map(({ bytes, ...rest }) => ({ ...rest, text: bytes && new TextDecoder().decode(bytes) })),
      ),
  );
}

describe('Attachments in the chat page', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  it('stand as chips in the composer, with their size, and a screen reader hears of them', async () => {
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

  it('go with the message by their ids, and leave only when the host says so', async () => {
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

  it('are taken out by mouse and keyboard, and the focus goes to the next, at last to the message', async () => {
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

  it('are forgotten with a new snapshot, unless the host names them again', async () => {
    const open = await browser.open('chat');
    await open.say(show(), { type: 'attachments', attachments: [chip('c1')] }, show());
    assert.equal(await chipsIn(open).count(), 0);
  });

  it('are asked for with Attach, where something can be sent at all', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    await button(open, 'Attach').press('Enter');
    assert.equal((await open.posted('attach')).length, 1);
    await open.say({ type: 'frame', frame: frame({ readOnly: 'It can be read here.' }) });
    assert.equal(await button(open, 'Attach').isDisabled(), true);
    assert.deepEqual(await drop(open, { data: { 'text/uri-list': 'file:///ws/a.md' } }), [false, false]);
    assert.deepEqual(await open.posted('attachUris'), []);
  });

  it('of a message that was sent open just as they went', async () => {
    const open = await browser.open('chat');
    await open.say(show({}, { ...own('u1', 'Shorter.'), attachments: [chip('u1/0')] }, answer('a1')));
    await button(open, 'reply.md 10–42 1.2 KB').press('Enter');
    assert.deepEqual(await open.posted('openAttachment'), [{ type: 'openAttachment', attachment: 'u1/0' }]);
  });

  it('that are pictures are drawn in their own shape, and load nothing', async () => {
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
    // The icons' font is the page's own.
    assert.deepEqual(
      requests.filter((url) => !/codicon\.ttf/.test(url)),
      [],
    );
    assert.equal(await open.page.locator('.own-text').count(), 0);
    assert.deepEqual(open.complaints, []);
  });

  describe('that are dropped', () => {
    it('from VS Code go to the host by their addresses, comments and web pages left out', async () => {
      const open = await browser.open('chat');
      await open.say(show({}, own('u1', 'Hi')));
      const list =
        '# two files\r\nfile:///ws/a.md\r\nvscode-remote://host/ws/b.md\r\nhttps://acme.example/\r\n';
      assert.deepEqual(await drop(open, { data: { 'text/uri-list': list } }), [true, true]);
      const own1 = {
        'application/vnd.code.uri-list': 'file:///ws/c.md#L3',
        'text/uri-list': 'file:///ws/d.md',
      };
      await drop(open, { data: own1 });
      assert.deepEqual(
        (await open.posted('attachUris')).map(({ uris }) => uris),
        [['file:///ws/a.md', 'vscode-remote://host/ws/b.md'], ['file:///ws/c.md#L3']],
      );
    });

    it('from the system are read in the page, what is too large is not', async () => {
      const open = await browser.open('chat');
      await open.say(show());
      const files = [
        { name: 'a.md', content: 'Grüße' },
        { name: 'film.mp4', content: '', size: 1024 * 1024 + 1 },
      ];
      // An address that comes along is worth less than the content that was handed over.
      await drop(open, { files, data: { 'text/uri-list': 'file:///home/a.md' } });
      assert.deepEqual(await readBy(open), [
        { name: 'a.md', size: 7, text: 'Grüße' },
        { name: 'film.mp4', size: 1024 * 1024 + 1, text: undefined },
      ]);
      assert.deepEqual(await open.posted('attachUris'), []);
    });

    it('are shown where they will go while they are held over the page', async () => {
      const open = await browser.open('chat');
      await open.say(show({}, own('u1', 'Hi')));
      const fire = (type: string, isOut = false) =>
        open.page.evaluate(
          ([name, out]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.setData('text/uri-list', 'file:///ws/a.md');
            const relatedTarget = out ? null : document.body;
            const init = { dataTransfer, relatedTarget, bubbles: true, cancelable: true };
            document.querySelector('article')?.dispatchEvent(new DragEvent(name, init));
          },
          [type, isOut] as const,
        );
      const hint = open.page.getByText('Drop to attach');
      await fire('dragenter');
      await hint.waitFor();
      await fire('dragleave');
      assert.equal(await hint.count(), 1);
      await fire('dragleave', true);
      await hint.waitFor({ state: 'detached' });
    });

    it('from the page itself, as a link of an answer, attach nothing', async () => {
      const open = await browser.open('chat');
      await open.say(show({}, own('u1', 'Hi'), answer('a1', { text: '[x](file:///etc/passwd)' })));
      assert.deepEqual(await drop(open, { data: { 'text/uri-list': 'file:///etc/passwd' } }, true), [
        false,
        false,
      ]);
      assert.deepEqual(await open.posted('attachUris'), []);
    });

    it('as text or as a web page stay text', async () => {
      const open = await browser.open('chat');
      await open.say(show());
      assert.deepEqual(await drop(open, { data: { 'text/plain': 'file:///etc/passwd' } }), [false, false]);
      const [, isTaken] = await drop(open, { data: { 'text/uri-list': 'https://acme.example/' } });
      assert.equal(isTaken, false);
      assert.equal((await open.posted()).length, 1);
    });
  });

  it('are pasted as files, and text that comes with a picture stays text', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    const paste = (withText: boolean) =>
      message(open).evaluate((box, hasText) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['GIF89a'], 'image.gif', { type: 'image/gif' }));
        if (hasText) clipboardData.setData('text/plain', '1\t2');
        return !box.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, withText);
    assert.equal(await paste(true), false);
    assert.equal(await paste(false), true);
    assert.deepEqual(await readBy(open), [{ name: 'image.gif', size: 6, text: 'GIF89a' }]);
  });
});
