import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { serveRaw } from '../api/harness.ts';
import { hostileAnswers } from './hostileAnswers.ts';
import { limitCases } from './limitCases.ts';
import type { LimitResult } from './limitsChild.ts';

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
  await using server = await serveRaw(createServer(answer));
  const script = path.join(import.meta.dirname, 'limitsChild.ts');
  const args = ['--expose-gc', '--no-warnings', script, `http://127.0.0.1:${server.port}`, way];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: 170_000 });
  const lines = (await text(child.stdout)).split('\n').filter((line) => line !== '');
  return lines.map((line): LimitResult => JSON.parse(line));
}

describe('A call to a hostile service', function () {
  this.timeout(180_000);
  const tables = new Map<string, LimitResult[]>();
  before(async () => {
    const results = await Promise.all(wayNames.map(runCases));
    for (const [index, way] of wayNames.entries()) tables.set(way, results[index] ?? []);
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
