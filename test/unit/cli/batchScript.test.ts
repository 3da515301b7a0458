import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { key, runScript, startScript } from './script.ts';

interface Batch {
  id: string;
  input_file_id: string;
  status: string;
  output_file_id?: string;
  error_file_id?: string;
}

/** A status, or an answer that is cut off. */
type Fault = number | 'cut';

/** OpenAI's files and batches, as far as the script asks for them. */
async function batchService() {
  const files = new Map<string, string>();
  const batches: Batch[] = [];
  const asked: string[] = [];
  /** How a batch is created: while it is `silent`, without an answer. Each fault takes the place of one answer to a GET. */
  const state = { isSilent: false, onBatch: () => undefined as unknown, faults: [] as Fault[] };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const place = `${request.method} ${request.url}`;
    asked.push(place);
    const answer = (json: unknown, status = 200) => void response.writeHead(status).end(JSON.stringify(json));
    if (request.headers.authorization !== `Bearer ${key}`)
      return answer({ error: { message: `Wrong key ${request.headers.authorization}` } }, 401);
    const fault = request.method === 'GET' ? state.faults.shift() : undefined;
    if (fault === 'cut') return void response.write('{', () => response.destroy());
    if (fault !== undefined) return answer({}, fault);
    if (place === 'POST /v1/files') {
      const id = `file-${files.size + 1}`;
      files.set(id, /\r\n\r\n(\{.*\}\n)\r\n--/su.exec(body)?.[1] ?? '');
      return answer({ id });
    }
    if (place === 'POST /v1/batches') {
      const batch = { id: `batch_${batches.length + 1}`, ...JSON.parse(body), status: 'in_progress' };
      batches.push(batch);
      state.onBatch();
      return state.isSilent ? undefined : answer(batch);
    }
    if (place === 'GET /v1/batches?limit=100') return answer({ data: batches });
    const [, id = ''] = /^GET \/v1\/batches\/(.*)$/u.exec(place) ?? [];
    if (id) return answer(batches.find((batch) => batch.id === id));
    const [, file = ''] = /^GET \/v1\/files\/(.*)\/content$/u.exec(place) ?? [];
    return void response.end(files.get(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-batch-'));
  await writeFile(path.join(folder, 'a.jsonl'), '{"custom_id":"1"}\n');
  const run = (what: string, ...more: string[]) =>
    runScript(['batch', what, '--base-url', url, ...more, 'a.jsonl'], { cwd: folder });
  return {
    ...{ files, batches, asked, state, url, folder, run },
    read: (name: string) => readFile(path.join(folder, name), 'utf8'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const bytes of request) body += bytes;
  return body;
}

function finish(service: Awaited<ReturnType<typeof batchService>>): void {
  const [batch] = service.batches;
  assert.ok(batch);
  service.files.set('out', '{"custom_id":"1","response":{}}\n');
  service.files.set('err', '{"custom_id":"2","error":{}}\n');
  Object.assign(batch, { status: 'completed', output_file_id: 'out', error_file_id: 'err' });
}

describe('prompt-set.mjs batch', function () {
  this.timeout(30_000);
  this.slow(5_000);

  it('sends files, and fetches their answers once there are all', async () => {
    await using service = await batchService();
    assert.equal((await service.run('send')).code, 0);
    assert.deepEqual([...service.files.values()], ['{"custom_id":"1"}\n']);
    const early = await service.run('fetch');
    assert.deepEqual([early.code, early.err], [2, 'a.jsonl: in_progress.\n']);
    finish(service);
    const { code, err } = await service.run('fetch');
    assert.equal(code, 0, err);
    assert.equal(await service.read('a.out.jsonl'), '{"custom_id":"1","response":{}}\n');
    assert.equal(await service.read('a.errors.jsonl'), '{"custom_id":"2","error":{}}\n');
    assert.ok(!(await service.read('a.jsonl.batch.json')).includes(key));
  });

  it('does all in one line, as Copy Command… has it', async () => {
    await using service = await batchService();
    service.state.onBatch = () => setImmediate(() => finish(service));
    const { code, err } = await service.run('send', '--wait', '0.05');
    assert.equal(code, 0, err);
    assert.match(err, /a\.out\.jsonl was written/u);
  });

  it('sends nothing twice, wherever it was killed', async () => {
    await using service = await batchService();
    service.state.isSilent = true;
    const { promise: created, resolve } = Promise.withResolvers<void>();
    service.state.onBatch = resolve;
    const { child, ended } = await startScript(['batch', 'send', '--base-url', service.url, 'a.jsonl'], {
      cwd: service.folder,
    });
    await created;
    child.kill('SIGKILL');
    await ended;
    service.state.isSilent = false;
    assert.equal((await service.run('send')).code, 0);
    assert.equal((await service.run('send')).code, 0);
    assert.deepEqual([service.files.size, service.batches.length], [1, 1]);
    const sent = service.asked.filter((place) => place.startsWith('POST'));
    assert.deepEqual(sent, ['POST /v1/files', 'POST /v1/batches']);
  });

  it('looks again after a failure that may pass, while it waits', async () => {
    await using service = await batchService();
    await service.run('send');
    finish(service);
    service.state.faults = [502, 429, 'cut', 500];
    const { code, err } = await service.run('fetch', '--wait', '0.01');
    assert.equal(code, 0, err);
    assert.match(err, /\(502\).*\(429\).*can't be reached.*\(500\).*a\.out\.jsonl was written/su);
    service.state.faults = ['cut'];
    const once = await service.run('fetch');
    assert.deepEqual([once.code, /can't be reached \(UND_ERR_SOCKET\)\.\n$/u.test(once.err)], [3, true]);
  });

  it('fetches the answers of other files, whatever becomes of one', async () => {
    await using service = await batchService();
    for (const name of ['b', 'c'])
      await writeFile(path.join(service.folder, `${name}.jsonl`), '{"custom_id":"1"}\n');
    const three = ['missing.jsonl', 'b.jsonl', 'c.jsonl'];
    const sent = await service.run('send', ...three);
    assert.deepEqual([sent.code, service.batches.length], [3, 3]);
    assert.match(sent.err, /missing\.jsonl is no file that can be read/u);
    const [failed, ...others] = service.batches;
    Object.assign(failed ?? {}, { status: 'failed' });
    service.files.set('out', '{}\n');
    for (const one of others) Object.assign(one, { status: 'completed', output_file_id: 'out' });
    const { code, err } = await service.run('fetch', ...three);
    assert.equal(code, 3);
    assert.match(err, /b\.jsonl: the batch ended without answers \(failed\).*delete b\.jsonl\.batch\.json/u);
    assert.deepEqual(
      [await service.read('c.out.jsonl'), await service.read('a.out.jsonl')],
      ['{}\n', '{}\n'],
    );
    const again = await service.run('send');
    assert.match(
      again.err,
      /^a\.jsonl: sent before, as batch_3\. To send it again, delete a\.jsonl\.batch\.json\.\n$/u,
    );
    await writeFile(path.join(service.folder, 'a.jsonl.batch.json'), '{"fi');
    const torn = await service.run('fetch');
    assert.deepEqual([torn.code, /a\.jsonl\.batch\.json can't be read/u.test(torn.err)], [3, true]);
  });

  it('says what is wrong, without the key', async () => {
    await using service = await batchService();
    const unsent = await service.run('fetch');
    assert.deepEqual([unsent.code, unsent.err], [3, 'a.jsonl was not sent: send it first.\n']);
    const args = ['batch', 'send', '--base-url', service.url, 'a.jsonl'];
    const env = { HOSTED_MODELS_API_KEY: 'another-secret-key' };
    const refused = await runScript(args, { cwd: service.folder, env });
    assert.equal(refused.code, 3);
    assert.match(refused.err, /refused the API key \(401\)/u);
    assert.doesNotMatch(refused.err, /another-secret-key/u);
    const keyless = await runScript(args, { cwd: service.folder, env: { HOSTED_MODELS_API_KEY: '' } });
    assert.deepEqual([keyless.code, /HOSTED_MODELS_API_KEY/u.test(keyless.err)], [3, true]);
    await service.run('send');
    Object.assign(service.batches[0] ?? {}, {
      status: 'failed',
      errors: { data: [{ message: 'Bad line' }] },
    });
    const failed = await service.run('fetch');
    assert.equal(failed.code, 3);
    assert.match(failed.err, /ended without answers \(failed\)\. .*Bad line/u);
  });
});
