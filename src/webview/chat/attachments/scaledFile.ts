import type { PageFile } from '../../../protocol/chatToHost.ts';

/** Max size of a picture, in bytes; the host accepts no larger one. */
export const largestPicture = 1024 * 1024;

/** Range of the longer side, in pixels: services scale a picture down to about the first, or to less. */
const longestSide = 2048;
const shortestSide = 256;

/** Qualities to try for the lossy formats, best first. */
const qualities = [0.85, 0.7, 0.5];

/** Returns a picture of more than `largestPicture` bytes, scaled down so that it has no more. */
export async function scaledFile(picture: Blob): Promise<PageFile> {
  const { size } = picture;
  try {
    const type = typeOf(new Uint8Array(await picture.slice(0, 4).arrayBuffer()));
    // A single frame of it would be another picture.
    if (await isAnimated(picture, type)) return { size, why: 'animated' };
    const bitmap = await createImageBitmap(picture);
    const scaled = await fitting(bitmap, type);
    bitmap.close();
    return scaled ? { size, bytes: new Uint8Array(await scaled.arrayBuffer()) } : { size, why: 'unscalable' };
  } catch {
    // The file is damaged, or too large for the browser.
    return { size, why: 'unscalable' };
  }
}

/** Tries sizes and qualities in turn. Keeps a lossless format if the picture then fits, and always keeps transparency. */
async function fitting(bitmap: ImageBitmap, type: string): Promise<Blob | undefined> {
  const start = Math.min(longestSide, Math.max(bitmap.width, bitmap.height));
  for (let side = start; side >= Math.min(start, shortestSide); side = Math.floor(side * 0.7)) {
    const canvas = drawn(bitmap, side);
    const lossy = type !== 'image/jpeg' && isTransparent(canvas) ? 'image/webp' : 'image/jpeg';
    const ways = qualities.map((quality) => ({ type: lossy, quality }));
    for (const way of type === 'image/png' ? [{ type }, ...ways] : ways) {
      const blob = await canvas.convertToBlob(way);
      if (blob.type === way.type && blob.size <= largestPicture) return blob;
    }
  }
  return undefined;
}

function drawn(bitmap: ImageBitmap, side: number): OffscreenCanvas {
  const scale = side / Math.max(bitmap.width, bitmap.height);
  const [width, height] = [bitmap.width, bitmap.height].map((one) => Math.max(1, Math.round(one * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function isTransparent(canvas: OffscreenCanvas): boolean {
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** True if the picture is animated. If the browser can't tell, only GIFs count, so other formats may lose their animation. */
async function isAnimated(picture: Blob, type: string): Promise<boolean> {
  if (type === 'image/jpeg') return false;
  if (typeof ImageDecoder === 'undefined') return type === 'image/gif';
  const decoder = new ImageDecoder({ type, data: await picture.arrayBuffer() });
  // Chromium reports every GIF as animated, and knows the number of frames only later, so this tries to decode a second frame.
  const second = decoder.decode({ frameIndex: 1 });
  const isThere = await second.then(
    ({ image }) => {
      image.close();
      return true;
    },
    () => false,
  );
  decoder.close();
  return isThere;
}

/** Returns the type by the first byte, which differs between the four formats; the host has checked the file, or will check it. */
function typeOf([first]: Uint8Array): string {
  const types: Record<number, string> = { 137: 'image/png', 255: 'image/jpeg', 71: 'image/gif' };
  return types[first ?? 0] ?? 'image/webp';
}
