/** The first bytes of each picture format that chat services take. */
const pictures: readonly { type: string; isIt: (bytes: Buffer) => boolean }[] = [
  { type: 'png', isIt: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  { type: 'jpeg', isIt: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { type: 'gif', isIt: (bytes) => /^GIF8[79]a/u.test(bytes.toString('latin1', 0, 6)) },
  { type: 'webp', isIt: (bytes) => /^RIFF.{4}WEBP/su.test(bytes.toString('latin1', 0, 12)) },
];

/** Returns the picture as a `data:` URL; `undefined` if it is not one, whatever its name says. */
export function imageUrlOf(data: Uint8Array): string | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const found = pictures.find(({ isIt }) => isIt(bytes));
  return found && `data:image/${found.type};base64,${bytes.toString('base64')}`;
}

/** Decodes UTF-8 without a byte order mark; `undefined` if the bytes are not text. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  // Text holds no zero bytes, and most other files do.
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
