// The few types of ASN.1's DER (ITU-T X.690) that make up a certificate.

export const sequence = (...parts: Buffer[]): Buffer => encode(0x30, ...parts);
export const set = (...parts: Buffer[]): Buffer => encode(0x31, ...parts);
export const integer = (bytes: Buffer): Buffer => encode(0x02, bytes);
export const octets = (bytes: Buffer): Buffer => encode(0x04, bytes);
export const text = (value: string): Buffer => encode(0x0c, Buffer.from(value));
export const boolean = (value: boolean): Buffer => encode(0x01, Buffer.of(value ? 0xff : 0));
/** Of whole octets. */
export const bitString = (bytes: Buffer): Buffer => encode(0x03, Buffer.of(0), bytes);

/** A tag specific to the surrounding type. `isConstructed`: it contains a whole type, not only that type's bytes. */
export function context(tag: number, value: Buffer, isConstructed = true): Buffer {
  return encode((isConstructed ? 0xa0 : 0x80) | tag, value);
}

/** UTCTime, which covers the years 1950 to 2049. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\..*|[-T:]/g, '');
  return encode(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const septets = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) septets.unshift((left & 0x7f) | 0x80);
  return septets;
}

function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const size = length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, content]);
}
