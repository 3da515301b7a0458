import crypto from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import zlib from 'node:zlib';
import { anyAbort } from '../base/raceAbort.ts';

// All this has to be done before any other module runs.

// Of answers that are read and written down nothing is kept: a third less memory.
if (isMainThread) setFlagsFromString('--semi-space-growth-factor=1');

// What Node 20 lacks of what is used here.
const newer: [place: object, name: string, value: unknown][] = [
  [zlib, 'crc32', crc32],
  [crypto, 'hash', hash],
  [AbortSignal, 'any', anyAbort],
  [Map, 'groupBy', groupBy],
  [URL, 'parse', (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : null)],
];

function crc32(text: string, start = 0) {
  let crc = ~start;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return ~crc >>> 0;
}

function hash(algorithm: string, data: string) {
  return crypto.createHash(algorithm).update(data).digest('hex');
}

function groupBy(all: Iterable<unknown>, keyOf: (one: unknown) => unknown) {
  const groups = new Map<unknown, unknown[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

for (const [place, name, value] of newer) if (!(name in place)) Reflect.set(place, name, value);
