import type { PageFile } from '../../../protocol/chatToHost.ts';

/** In bytes; the host takes no larger picture. */
export const largestPicture = 1024 * 1024;

/** In pixels, for the longer side: services scale down to about that, or to less. */
const longestSide = 2048;
const shortestSide = 256;

/** Of the formats that lose some, best first. */
const qualities = [0.85, 0.7, 0.5];

/** Scales down a picture of more than `largestPicture` bytes, so that it has no more. */
export async function scaledFile(picture: Blob): Promise<PageFile> {
  const { size } = picture;
  try {
    const type = typeOf(new Uint8Array(await picture.slice(0, 4).arrayBuffer()));
    // One frame of it would be another picture.
    if (await isAnimated(picture, type)) return { size, why: 'animated' };
    const bitmap = await createImageBitmap(picture);
    const scaled = await fitting(bitmap, type);
    bitmap.close();
    return scaled ? { size, bytes: new Uint8Array(await scaled.arrayBuffer()) } : { size, why: 'unscalable' };
  } catch {
    // Torn, or too large for the browser.
    return { size, why: 'unscalable' };
  }
}

/** Tries sizes and qualities in turn. What was lossless stays so if it fits, and what is transparent stays that. */
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

/** A browser that can't tell may lose the animation of what is no GIF. */
async function isAnimated(picture: Blob, type: string): Promise<boolean> {
  if (type === 'image/jpeg') return false;
  if (typeof ImageDecoder === 'undefined') return type === 'image/gif';
  const decoder = new ImageDecoder({ type, data: await picture.arrayBuffer() });
  // Chromium calls every GIF animated, and counts its frames late.
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

/** By the first byte, which no two of the formats have in common; the host has looked, or will look closer. */
function typeOf([first]: Uint8Array): string {
  const types: Record<number, string> = { 137: 'image/png', 255: 'image/jpeg', 71: 'image/gif' };
  return types[first ?? 0] ?? 'image/webp';
}
