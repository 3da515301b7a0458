import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const megabyte = 1024 * 1024;

/** Drawn in the page: noise, of which nothing can be saved, with this opacity. */
interface Noise {
  width: number;
  height: number;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  alpha?: number;
}

interface Seen {
  /** Of the file. */
  size: number;
  why?: string;
  /** Of what the host gets. */
  bytes?: number;
  start?: string;
  width?: number;
  height?: number;
  /** Of its middle. */
  alpha?: number;
}

/** What the page says of pasted files, or of one that the host sends, with what is in the picture. */
function seen(open: OpenPage, type: 'attachFiles' | 'reply'): Promise<Seen[]> {
  return open.page.evaluate(async (wanted) => {
    type File = { size: number; why?: string; bytes?: Uint8Array<ArrayBuffer> };
    const all = window.posted as { type: string; files?: File[]; value?: File }[];
    const files = all
      .filter((one) => one.type === wanted)
      .flatMap(({ files, value }) => files ?? value ?? []);
    const look = async ({ size, why, bytes }: File) => {
      if (!bytes) return { size, ...(why && { why }) };
      const start = String.fromCharCode(...bytes.slice(0, 12));
      const bitmap = await createImageBitmap(new Blob([bytes])).catch(() => undefined);
      if (!bitmap) return { size, bytes: bytes.length, start };
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas?.drawImage(bitmap, 0, 0);
      const alpha = canvas?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data[3];
      return { size, bytes: bytes.length, start, width: bitmap.width, height: bitmap.height, alpha };
    };
    return Promise.all(files.map(look)) as Promise<Seen[]>;
  }, type);
}

/** A file of these letters, one a byte, each part so many times. */
interface Content {
  type: string;
  parts: [letters: string, times: number][];
}

/** Pastes files, and returns what the host gets of them. */
async function paste(open: OpenPage, ...files: (Noise | Content)[]) {
  await open.page.evaluate(async (all) => {
    const clipboardData = new DataTransfer();
    for (const one of all) {
      let content: BlobPart[];
      if ('parts' in one) {
        content = one.parts.flatMap(([letters, times]) => {
          const part = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
          return new Array<BlobPart>(times).fill(part);
        });
      } else {
        const { width, height, type, alpha = 255 } = one;
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        const data = new ImageData(width, height);
        for (let at = 0; at < data.data.length; at += 65_536)
          crypto.getRandomValues(data.data.subarray(at, Math.min(data.data.length, at + 65_536)));
        for (let at = 3; at < data.data.length; at += 4) data.data[at] = alpha;
        context?.putImageData(data, 0, 0);
        content = [await canvas.convertToBlob({ type, quality: 1 })];
      }
      clipboardData.items.add(new File(content, 'picture', { type: one.type }));
    }
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.composer textarea')?.dispatchEvent(event);
  }, files);
  await open.waitForPosted('attachFiles');
  return seen(open, 'attachFiles');
}

const isPng = /^\u0089PNG/u;
const isJpeg = /^\u00ff\u00d8\u00ff/u;
const isWebp = /^RIFF.{4}WEBP/su;

const bytes = (...numbers: number[]) => String.fromCharCode(...numbers);
const gifFrame = bytes(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0);
/** A GIF with this many frames and a comment of more than a megabyte. */
const gifOf = (frames: number): Content => ({
  type: 'image/gif',
  parts: [
    ['GIF89a', 1],
    [bytes(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255), 1],
    [gifFrame, frames],
    [bytes(0x21, 0xfe), 1],
    [bytes(255) + ' '.repeat(255), 4200],
    [bytes(0, 0x3b), 1],
  ],
});

describe('A picture of more than a megabyte', () => {
  const browser = useBrowser();

  const chat = () => browser.chat(show({}));

  const pictures: (Noise & { becomes: RegExp })[] = [
    { width: 4000, height: 700, type: 'image/jpeg', becomes: isJpeg },
    { width: 700, height: 900, type: 'image/png', becomes: isJpeg },
    { width: 700, height: 900, type: 'image/png', alpha: 128, becomes: isWebp },
    { width: 900, height: 700, type: 'image/webp', alpha: 128, becomes: isWebp },
    { width: 900, height: 700, type: 'image/webp', becomes: isJpeg },
    { width: 9000, height: 60, type: 'image/png', alpha: 128, becomes: isPng },
    { width: 9000, height: 60, type: 'image/png', becomes: isPng },
  ];
  for (const { becomes, ...noise } of pictures) {
    const { width, height, type, alpha = 255 } = noise;
    it(`is scaled down to that, in its proportions, and stays transparent: ${type} of ${width} × ${height}, opacity ${alpha}`, async () => {
      const open = await chat();
      const [file] = await paste(open, noise);
      assert.ok(file && file.size > megabyte, 'The sample is too small.');
      assert.match(file.start ?? '', becomes);
      assert.ok((file.bytes ?? 0) <= megabyte && (file.bytes ?? 0) < file.size);
      assert.ok(Math.max(file.width ?? 0, file.height ?? 0) <= 2048);
      assert.ok(Math.abs((file.height ?? 0) - ((file.width ?? 0) * height) / width) <= 1);
      assert.ok(Math.abs((file.alpha ?? 0) - alpha) <= 2, `${file.alpha}`);
      assert.deepEqual(open.complaints, []);
    });
  }

  it('is left as it is if it is not larger than that', async () => {
    const open = await chat();
    const [file] = await paste(open, { width: 4000, height: 60, type: 'image/png' });
    assert.deepEqual([file?.bytes, file?.width], [file?.size, 4000]);
  });

  it('is named if it is animated or torn; a still GIF is scaled, an SVG is text, and a film is neither', async () => {
    const open = await chat();
    const files = await paste(
      open,
      gifOf(2),
      { type: 'image/png', parts: [['\u0089PNG'.repeat(256), 1025]] },
      gifOf(1),
      { type: 'image/svg+xml', parts: [['<svg/>', 1]] },
      { type: 'image/svg+xml', parts: [['<svg/>'.repeat(256), 1025]] },
      { type: 'video/mp4', parts: [['ftyp\0'.repeat(256), 1025]] },
      { type: 'image/png', parts: [['\0'.repeat(1024), 20 * 1024 + 1]] },
    );
    const [animated, torn, still, svg, largeSvg, film, huge] = files;
    assert.deepEqual([animated?.why, torn?.why, film?.why], ['animated', 'unscalable', 'binary']);
    assert.match(still?.start ?? '', isJpeg);
    assert.equal(svg?.start, '<svg/>');
    for (const one of [largeSvg, huge]) assert.deepEqual(Object.keys(one ?? {}), ['size']);
  });

  it('comes from the host too, if it is a file, and goes back smaller', async () => {
    const open = await chat();
    const size = await open.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(600, 700);
      const data = new ImageData(600, 700);
      for (let at = 0; at < data.data.length; at += 4)
        data.data.set([Math.random() * 256, Math.random() * 256, Math.random() * 256, 255], at);
      canvas.getContext('2d')?.putImageData(data, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      window.postMessage({ type: 'scale', seq: 2, request: 's1', bytes }, '*');
      return bytes.length;
    });
    const [answer] = await open.waitForPosted('reply');
    const [file] = await seen(open, 'reply');
    assert.equal(answer?.['to'], 's1');
    assert.equal(file?.size, size);
    assert.match(file?.start ?? '', isJpeg);
    assert.ok((file?.bytes ?? Infinity) <= megabyte);
  });
});
