import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../service/arguments.ts';
import { startService } from '../../service/service.ts';

const main = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

function run(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('the command line of the reference service', () => {
  it('prints one line with the URL, a key and an example, then serves until a signal', async () => {
    const child = run('--keys', 'a,b', '--loras', '3');
    const [first] = await once(child.stdout, 'data');
    const line = String(first);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    assert.ok(line.includes(`curl -H "Authorization: Bearer a" ${url}/api/v1/lora`), line);
    const answer = await fetch(`${url}/api/v1/lora`, { headers: { authorization: 'Bearer b' } });
    assert.equal(((await answer.json()) as unknown[]).length, 3);
    child.kill('SIGTERM');
    const [code, signal] = await once(child, 'exit');
    // Windows has no signals; it simply ends the process.
    assert.ok(code === 0 || signal === 'SIGTERM');
  });

  it('explains a port in use', async () => {
    const service = await startService();
    const port = new URL(service.url).port;
    const child = run('--port', port);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.match(said, new RegExp(`Port ${port} is in use`));
    assert.doesNotMatch(said, /\n\s+at /);
    assert.equal(code, 1);
    await service.close();
  });
});

describe('the arguments of the reference service', () => {
  it('are read into options', () => {
    const args =
      '--port 0 --keys a,b --tokens-per-second max --seed 7 --better 0.15 --upstream-key-env NAME --empty --openai'.split(
        ' ',
      );
    assert.deepEqual(readArguments([...args, '--upstream', 'http://x/v1'], { NAME: 'secret' }).service, {
      port: 0,
      keys: ['a', 'b'],
      tokensPerSecond: Number.POSITIVE_INFINITY,
      seed: 7,
      better: 0.15,
      upstream: 'http://x/v1',
      upstreamKey: 'secret',
      emptyCatalog: true,
      openAi: true,
    });
  });

  it('are refused if they make no sense', () => {
    for (const args of [
      ['--port', '70000'],
      ['--loras', '-1'],
      ['--loras', 'many'],
      ['--tokens-per-second', '0'],
      ['--keys', 'a,,b'],
      ['--better', '0.5'],
      ['--better', 'much'],
      ['--upstream', 'localhost:8080'],
      ['--upstream-key-env', 'MISSING'],
      ['extra'],
      ['--speed', '3'],
    ]) {
      assert.throws(() => readArguments(args, {}), Error, args.join(' '));
    }
  });
});
