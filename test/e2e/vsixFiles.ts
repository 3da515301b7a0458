import { readFileSync } from 'node:fs';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * The paths in a ZIP archive, from its central directory (APPNOTE.TXT 4.3.12 and 4.3.16: the offsets below).
 * Throws a RangeError for a file that is none.
 */
export function zipFiles(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || bytes.readUInt32LE(end) !== endOfDirectory)
    throw new RangeError(`${path} is no ZIP archive.`);
  const count = bytes.readUInt16LE(end + 10);
  const names: string[] = [];
  let offset = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(offset) !== directoryEntry) throw new RangeError(`${path} is damaged.`);
    const nameLength = bytes.readUInt16LE(offset + 28);
    const rest = bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
    names.push(bytes.toString('utf8', offset + 46, offset + 46 + nameLength));
    offset += 46 + nameLength + rest;
  }
  return names;
}
