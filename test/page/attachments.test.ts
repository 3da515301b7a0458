import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, attached, chip, frames, own, tallPicture } from './samples.ts';
import { button, field, focused, hasFocus, message, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const chipsIn = ({ page }: OpenPage) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');

describe('Attachments in the chat page', () => {
  const browser = useBrowser();

  it('are shown as chips in the composer, with their size, and are announced', async () => {
    const open = await browser.chat(show(), attached(chip('c1')));
    assert.deepEqual(await chipsIn(open).allInnerTexts(), ['reply.md\n10–42\n1.2 KB']);
    assert.equal(await chipsIn(open).first().getAttribute('title'), 'docs/reply.md, lines 10–42, 1.2 KB');
    const status = open.page.locator('[role=status]').last();
    assert.equal(await status.textContent(), 'Attached: reply.md 10–42');
    const two = [chip('c1'), chip('c2', { name: 'a.ts', lines: '' })];
    await open.say({ type: 'attachments', attachments: two });
    assert.equal(await status.textContent(), 'Attached: a.ts');
    assert.equal(await hasFocus(message(open)), true);
    assert.deepEqual(open.complaints, []);
  });

  it('are sent by their ids, also without text, and leave only when the host says so', async () => {
    const open = await browser.chat(show(), attached(chip('c1'), chip('c2')));
    await button(open, 'Send').click();
    // The host refused.
    await open.say(frames());
    assert.equal(await chipsIn(open).count(), 2);
    await message(open).fill('Shorter.');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), [
      { type: 'send', text: '', attachments: ['c1', 'c2'] },
      { type: 'send', text: 'Shorter.', attachments: ['c1', 'c2'] },
    ]);
    await open.say({ type: 'accepted', text: 'Shorter.' }, attached());
    assert.equal(await chipsIn(open).count(), 0);
    assert.equal(await message(open).inputValue(), '');
    await open.say(attached(chip('c1')), show());
    assert.equal(await chipsIn(open).count(), 0, 'a new snapshot has none');
  });

  it('open from a message as they were sent, and may be all that is left of it', async () => {
    const open = await browser.chat(
      show({}, { ...own('u1', 'What is this?'), attachments: [chip('u1/0')] }, answer('a1')),
    );
    await button(open, 'reply.md 10–42 1.2 KB').press('Enter');
    assert.deepEqual(await open.posted('openAttachment'), [{ type: 'openAttachment', attachment: 'u1/0' }]);
    await button(open, 'Edit').click();
    await field(open).fill('');
    await field(open).press('Enter');
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

  it('are added with Attach, which is disabled in a read-only chat', async () => {
    const open = await browser.chat(show());
    await button(open, 'Attach').press('Enter');
    assert.equal((await open.posted('attach')).length, 1);
    await open.say(frames({ readOnly: 'It can be read here.' }));
    assert.equal(await button(open, 'Attach').isDisabled(), true);
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

interface Dragged {
  /** The results of `getData`, by type. */
  data?: Record<string, string>;
  files?: { name: string; content: string; size?: number }[];
}

/** Drags over the page and drops there; returns whether the page handled each event itself. */
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

/** The files that the page has read, as text. */
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

describe('What is dropped on the chat page', () => {
  const browser = useBrowser();

  it('goes to the host by its URIs if it comes from VS Code, without comments and web pages', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi')));
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

  it('is read in the page if it comes from the system, unless it is too large', async () => {
    const open = await browser.chat(show());
    const files = [
      { name: 'a.md', content: 'Grüße' },
      { name: 'film.mp4', content: '', size: 1024 * 1024 + 1 },
    ];
    // The content that was handed over takes precedence over an address.
    await drop(open, { files, data: { 'text/uri-list': 'file:///home/a.md' } });
    assert.deepEqual(await readBy(open), [
      { name: 'a.md', size: 7, text: 'Grüße' },
      { name: 'film.mp4', size: 1024 * 1024 + 1, text: undefined, why: 'binary' },
    ]);
    assert.deepEqual(await open.posted('attachUris'), []);
  });

  it('has its target marked while it is held over the page', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi')));
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

  it('stays what it is if it comes from the page itself, is text or a web page, or if nothing can be sent', async () => {
    const turns = [own('u1', 'Hi'), answer('a1', { text: '[x](file:///etc/passwd)' })];
    const open = await browser.chat(show({}, ...turns));
    const list = (uri: string) => ({ data: { 'text/uri-list': uri } });
    assert.deepEqual(await drop(open, list('file:///etc/passwd'), true), [false, false]);
    assert.deepEqual(await drop(open, { data: { 'text/plain': 'file:///etc/passwd' } }), [false, false]);
    assert.equal((await drop(open, list('https://acme.example/')))[1], false);
    await open.say(frames({ readOnly: 'It can be read here.' }));
    assert.deepEqual(await drop(open, list('file:///ws/a.md')), [false, false]);
    assert.equal((await open.posted()).length, 1);
  });

  it('can also be pasted, and text that comes with a picture stays text', async () => {
    const open = await browser.chat(show());
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
