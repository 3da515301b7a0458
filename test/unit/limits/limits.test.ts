import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { serveRaw } from '../api/harness.ts';
import { hostileAnswers } from './hostileAnswers.ts';
import { limitCases } from './limitCases.ts';
import type { LimitResult } from './limitsChild.ts';

const folder = import.meta.dirname;
const wayNames = ['undici', 'host'];

/** Reads the request, then sends the hostile answer that its path names. */
function answer(socket: Socket): void {
  let request = '';
  socket.setEncoding('latin1').on('data', (part) => {
    const isWhole = request.includes('\r\n\r\n');
    request += part;
    if (isWhole || !request.includes('\r\n\r\n')) return;
    const name = decodeURIComponent(/^\w+ \/([^/]*)\//.exec(request)?.[1] ?? '');
    void hostileAnswers[name]?.(socket);
  });
}

/** Runs all cases in one process. */
async function runCases(way: string): Promise<LimitResult[]> {
  const server = await serveRaw(createServer(answer));
  try {
    const child = spawn(
      process.execPath,
      [
        '--expose-gc',
        '--no-warnings',
        path.join(folder, 'limitsChild.ts'),
        `http://127.0.0.1:${server.port}`,
        way,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], timeout: 45_000 },
    );
    const lines = (await text(child.stdout)).split('\n').filter((line) => line !== '');
    return lines.map((line): LimitResult => JSON.parse(line));
  } finally {
    await server.close();
  }
}

async function print(tables: Map<string, LimitResult[]>): Promise<void> {
  const rows = limitCases.map(({ name, boundMb }) => {
    const cells = [...tables.values()].map((results) => {
      const one = results.find((result) => result.name === name);
      return one ? `${one.ended} | ${one.peakMb} MB | ${one.ms} ms` : '- | - | -';
    });
    return `| ${name} | ${boundMb} MB | ${cells.join(' | ')} |`;
  });
  const ways = [...tables.keys()].map((way) => `${way} | peak | time`).join(' | ');
  const head = `| a service that sends | bound | ${ways} |\n|---|---|${'---|'.repeat(3 * tables.size)}`;
  const out = path.join(folder, '../../../out');
  await mkdir(out, { recursive: true });
  await writeFile(
    path.join(out, 'limits.md'),
    `Peak: resident memory over what the process had before the first case; V8 keeps what it once had.\n\n${head}\n${rows.join('\n')}\n`,
  );
}

describe('A call to a hostile service', function () {
  this.timeout(60_000);
  const tables = new Map<string, LimitResult[]>();
  before(async () => {
    const results = await Promise.all(wayNames.map(runCases));
    for (const [index, way] of wayNames.entries()) tables.set(way, results[index] ?? []);
    await print(tables);
  });

  for (const way of wayNames) {
    describe(`over ${way}`, () => {
      for (const { name, ends, boundMb } of limitCases) {
        it(`ends in bounded memory if the service sends ${name}`, () => {
          const result = tables.get(way)?.find((one) => one.name === name);
          assert.ok(result, 'The process ended before.');
          if (typeof ends === 'string') assert.equal(result.ended, ends);
          else assert.match(result.ended, ends);
          assert.ok(result.peakMb <= boundMb, `${result.peakMb} MB over ${result.baselineMb} MB`);
        });
      }
    });
  }
});
