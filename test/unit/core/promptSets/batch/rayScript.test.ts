import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { batchLine } from '../../../../../src/core/promptSets/index.ts';
import { makeCertificate } from '../../../../service/network/certificates.ts';
import { listenHere } from '../../../../service/network/listening.ts';
import { startTlsServer } from '../../../../service/network/tlsServers.ts';
import { useFolder } from '../../fixtures.ts';
import { bytesOf } from '../sets.ts';
import { completion, readOutput } from './outputs.ts';

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, '../../../../../docs/prompt-sets/prompt_set_on_ray.py');

interface Seen {
  content: string;
  headers: IncomingMessage['headers'];
}

/** A server that does what a prompt says. */
async function startServer() {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/chat/completions') {
      seen.push({ content: `${request.method} ${request.url}`, headers: request.headers });
      response.end();
      return;
    }
    const body = (await json(request)) as { messages: { content: string }[] };
    const content = body.messages[0]?.content ?? '';
    const times = seen.filter((one) => one.content === content).length;
    seen.push({ content, headers: request.headers });
    answer(content, times, response);
  });
  const { url, close } = await listenHere(server);
  return { url: `${url}/v1`, seen, close };
}

function answer(content: string, times: number, response: ServerResponse): void {
  const send = (status: number, said: object) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `req-${encodeURIComponent(content)}`,
    });
    response.end(JSON.stringify(said));
  };
  if (content === 'cut') response.destroy();
  else if (content === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
  else if (content === 'page')
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  else if (content === 'refuse') send(400, { error: { message: 'Too long.' } });
  else if (content === 'busy' && times < 2) {
    const after = times === 0 ? '0' : new Date(Date.now() - 1000).toUTCString();
    response.writeHead(429, { 'retry-after': after }).end();
  } else send(200, completion(`Answer to ${content}`));
}

describe('Our script for Ray', () => {
  const folder = useFolder();
  let server: Awaited<ReturnType<typeof startServer>>;
  before(async function () {
    const isThere = await run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 10)']).catch(
      () => undefined,
    );
    if (!isThere) this.skip();
  });
  beforeEach(async () => {
    server = await startServer();
    await copyFile(path.join(import.meta.dirname, 'rayStub.py'), path.join(folder(), 'ray.py'));
  });
  afterEach(() => server.close());

  const input = () => path.join(folder(), 'in.jsonl');
  const output = () => path.join(folder(), 'out.jsonl');
  const startWith = (more: NodeJS.ProcessEnv, ...args: string[]) => {
    const env = {
      ...process.env,
      PYTHONPATH: folder(),
      HOSTED_MODELS_API_KEY: 'sample-key',
      HOSTED_MODELS_HEADER_X_TEAM: 'blue',
      ...more,
    };
    return run('python3', [script, input(), output(), ...args], { env });
  };
  const start = (...args: string[]) => startWith({}, ...args);
  const ask = (...args: string[]) => start('--base-url', server.url, '--header', 'X-Team', ...args);
  const write = (...contents: string[]) => {
    const line = (content: string, at: number) =>
      batchLine({ customId: `id-${at}`, model: 'm', messages: [{ role: 'user', content }], settings: {} });
    return writeFile(input(), contents.map((content, at) => `${line(content, at)}\n`).join(''));
  };
  const results = async () => {
    const { answers, said } = await readOutput(bytesOf(await readFile(output())));
    assert.deepEqual(said, []);
    return answers.map(({ customId, text, failure }) => [customId, text ?? failure]);
  };

  it('is at most 80 lines', async () => {
    const text = await readFile(script, 'utf8');
    assert.ok(text.trimEnd().split('\n').length <= 80);
    assert.match((await start('--help')).stdout, /--concurrency/u);
  });

  it('writes a result for each request, whatever comes of it', async () => {
    await write('ok', 'refuse', 'page', 'redirect', 'cut', 'ünïcode \u2028 "quoted"');
    await ask();
    assert.deepEqual(await results(), [
      ['id-0', 'Answer to ok'],
      ['id-1', { kind: 'badRequest', status: 400, message: 'Too long.' }],
      ['id-2', { kind: 'server', status: 502, message: '<h1>Bad gateway</h1>' }],
      ['id-3', { kind: 'redirect', status: 307, message: 'The engine gave neither an answer nor an error.' }],
      ['id-4', { kind: 'server', message: 'RemoteDisconnected' }],
      ['id-5', 'Answer to ünïcode \u2028 "quoted"'],
    ]);
    assert.deepEqual(
      server.seen.filter(({ content }) => content.includes('elsewhere')),
      [],
    );
    for (const { headers } of server.seen) {
      assert.equal(headers.authorization, 'Bearer sample-key');
      assert.equal(headers['x-team'], 'blue');
    }
  });

  it('waits as a busy server asks, by seconds or by a date', async () => {
    await write('busy');
    await ask();
    assert.deepEqual(await results(), [['id-0', 'Answer to busy']]);
    assert.equal(server.seen.length, 3);
  });

  it('asks only for what its output lacks, and cuts off a torn line', async () => {
    await write('one', 'two', 'three');
    const row = JSON.stringify({ custom_id: 'id-1', response: null, error: 'Failed before.' });
    await writeFile(output(), `${row}\n${row.replace('id-1', 'id-2').slice(0, 30)}`);
    await ask();
    assert.deepEqual(server.seen.map(({ content }) => content).sort(), ['one', 'three']);
    assert.deepEqual(
      (await results()).map(([id]) => id),
      ['id-1', 'id-0', 'id-2'],
    );
    await ask();
    assert.equal(server.seen.length, 2);
  });

  it('sends nothing over http to another machine unless that is allowed, nor to an address with a user name', async () => {
    await write('ok');
    for (const url of [
      'http://models.example/v1',
      'https://ada:secret@models.example/v1',
      'ftp://127.0.0.1/v1',
    ])
      await assert.rejects(start('--base-url', url), /must be an https address/u);
    assert.deepEqual(server.seen, []);
  });

  it('sends nothing to a server whose certificate nobody vouches for, and does not try it again', async () => {
    const tls = await startTlsServer('selfSigned', 'localhost', makeCertificate({ name: 'Acme Root' }));
    try {
      await write('ok');
      await start('--base-url', `https://localhost:${tls.port}/v1`);
      const [[, failure] = []] = await results();
      assert.match(JSON.stringify(failure), /CERTIFICATE_VERIFY_FAILED/u);
      assert.equal(tls.count(), 0);
      assert.equal(tls.refused(), 1);
    } finally {
      await tls.close();
    }
  });

  it('takes off what comes along with a key, such as the line ends of Windows', async () => {
    for (const pasted of ['sample-key\r\n', ' "Bearer sample-key" ', 'Authorization: Bearer sample-key']) {
      await write('ok');
      await rm(output(), { force: true });
      await startWith({ HOSTED_MODELS_API_KEY: pasted }, '--base-url', server.url);
      assert.deepEqual(await results(), [['id-0', 'Answer to ok']]);
    }
    assert.ok(server.seen.every(({ headers }) => headers.authorization === 'Bearer sample-key'));
  });

  it('ends at once with a key that can’t be sent, and never says it, nor a header’s value', async () => {
    await write('ok');
    for (const key of ['canary\rkey', 'canary key', 'canary‑ключ'])
      await assert.rejects(
        startWith({ HOSTED_MODELS_API_KEY: key }, '--base-url', server.url),
        ({ stdout, stderr }) =>
          /HOSTED_MODELS_API_KEY is not set, or has characters/u.test(stderr) &&
          !/canary/u.test(stdout + stderr),
      );
    assert.deepEqual(await readdir(folder()), ['in.jsonl', 'ray.py'], 'nothing was read or written');
    const header = ['--base-url', server.url, '--header', 'X-Team'];
    for (const value of ['canary\rblue', undefined]) {
      await rm(output(), { force: true });
      const { stdout, stderr } = await startWith({ HOSTED_MODELS_HEADER_X_TEAM: value }, ...header);
      const text = await readFile(output(), 'utf8');
      assert.match(text, /HOSTED_MODELS_HEADER_X_TEAM is not set, or has characters/u);
      assert.doesNotMatch(stdout + stderr + text, /canary/u);
    }
    assert.deepEqual(server.seen, []);
  });

  it('goes through no proxy to this machine', async () => {
    const proxied: string[] = [];
    const proxy = await listenHere(
      createServer(({ url = '' }, response) => {
        proxied.push(url);
        response.writeHead(502).end();
      }),
    );
    try {
      await write('ok');
      const proxies = { http_proxy: proxy.url, HTTP_PROXY: proxy.url, no_proxy: '', NO_PROXY: '' };
      await startWith(proxies, '--base-url', server.url);
      assert.deepEqual([await results(), proxied], [[['id-0', 'Answer to ok']], []]);
      // Elsewhere, the environment decides.
      await rm(output(), { force: true });
      await startWith(proxies, '--allow-http', '--base-url', 'http://models.example/v1');
      assert.deepEqual(proxied, ['http://models.example/v1/chat/completions']);
    } finally {
      await proxy.close();
    }
  });

  it('sends nothing twice that may have been answered unseen', async () => {
    const sent = { connections: 0 };
    const slow = createNetServer((socket) => {
      sent.connections += 1;
      // Closed in the middle of the request.
      socket.once('data', () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    try {
      await write('x'.repeat(20_000_000));
      await start('--base-url', `http://127.0.0.1:${port}/v1`);
      const [[, failure] = []] = await results();
      assert.match(JSON.stringify(failure), /BrokenPipeError|ConnectionResetError/u);
      assert.equal(sent.connections, 1);
    } finally {
      slow.close();
    }
  });

  it('gives the key to nobody but the server: no argument and no environment of Ray’s has it', async () => {
    const text = await readFile(script, 'utf8');
    assert.doesNotMatch(text, /runtime_env|add_argument\("--(?:api-)?key/u);
    assert.match(text, /environ\["RAY_USAGE_STATS_ENABLED"\] = "0"\nimport ray/u);
    await write('ok', 'cut');
    const { stdout, stderr } = await ask();
    assert.doesNotMatch(stdout + stderr + (await readFile(output(), 'utf8')), /sample-key/u);
  });
});
