import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

interface Entry {
  name: string;
  compressedSize: number;
  localHeader: number;
}

/** A ZIP archive, read through its central directory. The offsets are those of APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16. */
export class ZipFile {
  readonly #bytes: Buffer;
  readonly #entries: Entry[];

  /** Throws a RangeError if the file is not such an archive. */
  constructor(path: string) {
    this.#bytes = readFileSync(path);
    this.#entries = readDirectory(this.#bytes);
  }

  get names(): string[] {
    return this.#entries.map(({ name }) => name);
  }

  /** The text of one entry, stored or deflated. */
  text(name: string): string {
    const entry = this.#entries.find((one) => one.name === name);
    if (!entry) throw new RangeError(`There is no ${name}.`);
    const at = entry.localHeader;
    const start = at + 30 + this.#bytes.readUInt16LE(at + 26) + this.#bytes.readUInt16LE(at + 28);
    const data = this.#bytes.subarray(start, start + entry.compressedSize);
    return (this.#bytes.readUInt16LE(at + 8) === 0 ? data : inflateRawSync(data)).toString('utf8');
  }
}

function readDirectory(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new RangeError('This is no ZIP archive.');
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      compressedSize: bytes.readUInt32LE(at + 20),
      localHeader: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
