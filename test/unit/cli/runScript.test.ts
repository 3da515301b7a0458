import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { english } from '../../../src/base/texts.ts';
import { OwnerLocks } from '../../../src/core/files/locks/ownerLocks.ts';
import { runFindings } from '../../../src/core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../../src/core/promptSets/run/runFile.ts';
import { RunStore } from '../../../src/core/promptSets/run/runStore.ts';
import { runVerdictTexts } from '../../../src/core/promptSets/words/runVerdictTexts.ts';
import { VerdictThread } from '../../../src/core/promptSets/worker/verdictThread.ts';
import { silent } from '../core/fixtures.ts';
import { onChat } from '../core/promptSets/run/runBench.ts';
import { adapter, base, key, runScript, scriptBench, setText, startScript } from './script.ts';

/** `RUNS=200 npx mocha …` tries so many. */
const runs = Number(process.env['RUNS'] ?? 5);

/** Takes away what Node 20.0 doesn't have. */
const takesNewer = `
  import crypto from 'node:crypto';
  import zlib from 'node:zlib';
  const newer = [
    [AbortSignal, 'any'], [Array, 'fromAsync'], [crypto, 'hash'], [zlib, 'crc32'], [Map, 'groupBy'], [Object, 'groupBy'],
    [Promise, 'try'], [Promise, 'withResolvers'], [URL, 'parse'],
    ...['difference', 'intersection', 'isSubsetOf', 'union'].map((name) => [Set.prototype, name]),
    ...['drop', 'every', 'filter', 'find', 'flatMap', 'map', 'reduce', 'some', 'take', 'toArray'].map((name) => [Iterator.prototype, name]),
  ];
  for (const [place, name] of newer) delete place[name];
`;

/** The newest run in a folder, as VS Code opens it. */
async function openedRun(folder: string): Promise<RunFile> {
  const locks = new OwnerLocks(folder, silent);
  const store = new RunStore(folder, locks, silent);
  const [newest] = await store.list();
  const file = newest && (await store.open(newest.id));
  locks.dispose();
  assert.ok(file);
  return file;
}

describe('prompt-set.mjs', function () {
  this.timeout(60_000);
  this.slow(5_000);

  it(`says what the page says, in ${runs} random runs`, async function () {
    this.timeout(60_000 + runs * 5_000);
    const thread = new VerdictThread();
    for (let seed = 1; seed <= runs; seed++) {
      const better = [0.35, 0.2, 0, -0.2, -0.4][seed % 5] ?? 0;
      await using bench = await scriptBench(10 + ((seed * 7) % 50), { seed, better });
      const points = [0, 5, 20][seed % 3] ?? 0;
      const { out, err } = await bench.run([...bench.both, '--min-difference', String(points)]);
      const file = await openedRun(path.join(bench.folder, 'prompt-set-run'));
      const findings = await runFindings(file, thread, { minimumDifference: points / 100 });
      const [words] = runVerdictTexts(findings, { t: english, names: [base, adapter] });
      assert.equal(out, `${[words?.text, words?.test].filter(Boolean).join('\n')}\n`, err);
    }
  });

  it('runs where Node lacks what came after 20.0', async () => {
    await using bench = await scriptBench(60, { better: 0.35 });
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(takesNewer)}` };
    const saved = await bench.run([...bench.both, '--save-baseline', 'baseline.jsonl'], env);
    assert.equal(saved.code, 0, saved.err);
    const again = await bench.run([...bench.args, '--baseline', 'baseline.jsonl'], env);
    assert.equal(again.code, 0, again.err);
  });

  it('ends with 1 for what is worse, and with 0 for what is not', async () => {
    await using bench = await scriptBench(60, { better: 0.35 });
    const good = await bench.run(bench.both);
    assert.equal(good.code, 0, good.err);
    const swapped = ['--adapter', base, '--base', adapter];
    const bad = await bench.run(['run', '--set', 'set.jsonl', ...swapped, '--base-url', bench.service.url]);
    assert.equal(bad.code, 1, bad.err);
    assert.match(bad.out, /^Worse|points less/u);
  });

  it('compares with a baseline, and writes all that it is asked for, but no key', async () => {
    await using bench = await scriptBench(60);
    const saved = await bench.run([...bench.args, '--save-baseline', 'baseline.jsonl']);
    assert.equal(saved.code, 0, saved.err);
    const files = ['--junit', 'out/junit.xml', '--summary', 'out/report.md'];
    const summary = path.join(bench.folder, 'step.md');
    const compared = await bench.run(
      [...bench.args, '--baseline', 'baseline.jsonl', ...files, '--out', 'second'],
      {
        GITHUB_STEP_SUMMARY: summary,
      },
    );
    assert.ok(compared.code === 0 || compared.code === 2, compared.err);
    assert.match(compared.out, new RegExp(`${adapter} \\(baseline\\)`, 'u'));
    const read = (name: string) => readFile(path.join(bench.folder, name), 'utf8');
    assert.doesNotMatch(await read('baseline.jsonl'), /color|blue/u);
    assert.equal((await read('baseline.jsonl')).trimEnd().split('\n').length, 61);
    assert.equal((await read('out/junit.xml')).match(/<testcase /gu)?.length, 61);
    assert.equal(await read('out/report.md'), await read('step.md'));
    assert.match(await read('step.md'), /^# set\.jsonl\n/u);
    const names = await readdir(bench.folder, { recursive: true, withFileTypes: true });
    const texts = names
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8'));
    for (const text of [...(await Promise.all(texts)), saved.err, compared.err, compared.out])
      assert.ok(!text.includes(key));
  });

  it('takes files with a byte order mark, an --out that is empty, and ids that XML can’t have', async () => {
    await using bench = await scriptBench(12);
    const place = (name: string) => path.join(bench.folder, name);
    const set = await readFile(place('set.jsonl'), 'utf8');
    await writeFile(place('set.jsonl'), set.replace('row-0', 'row\uffff\ufffe-0'));
    await writeFile(place('settings.json'), '\ufeff{"temperature": 0}');
    const args = [...bench.args, '--settings', 'settings.json'];
    const saved = await bench.run([...args, '--save-baseline', 'baseline.jsonl', '--out', '']);
    assert.equal(saved.code, 0, saved.err);
    assert.ok((await readdir(place('prompt-set-run'))).length > 0);
    await writeFile(place('baseline.jsonl'), `\ufeff${await readFile(place('baseline.jsonl'), 'utf8')}`);
    const files = ['--baseline', 'baseline.jsonl', '--junit', 'junit.xml', '--out', 'second'];
    const compared = await bench.run([...args, ...files]);
    assert.ok(compared.code !== 3, compared.err);
    const junit = await readFile(place('junit.xml'), 'utf8');
    assert.deepEqual([/[\ufffe\uffff]/u.test(junit), junit.includes('name="row-0"')], [false, true]);
  });

  it('refuses a baseline that is missing, of another set, or asked with other settings', async () => {
    await using bench = await scriptBench(20);
    const against = [...bench.args, '--baseline', 'baseline.jsonl'];
    const missing = await bench.run(against);
    assert.equal(missing.code, 3);
    // On Windows with its folder.
    assert.match(missing.err, /(?:^|\\)baseline\.jsonl can't be used \(ENOENT\)\.\n$/u);
    await bench.run([...bench.args, '--save-baseline', 'baseline.jsonl']);
    await writeFile(path.join(bench.folder, 'settings.json'), '{"temperature": 1}');
    const settings = await bench.run([...against, '--settings', 'settings.json']);
    assert.equal(settings.code, 3);
    assert.match(settings.err, /other settings/u);
    await writeFile(path.join(bench.folder, 'set.jsonl'), setText(11) + setText(9, 'green'));
    const before = bench.service.requests.length;
    const changed = await bench.run(against);
    assert.ok(changed.code !== 3, changed.err);
    assert.match(changed.err, /Not in the baseline, and left out: row-0/u);
    assert.ok(bench.service.requests.length > before);
    await writeFile(path.join(bench.folder, 'set.jsonl'), setText(9) + setText(9, 'green'));
    const other = await bench.run(against);
    assert.equal(other.code, 3);
    assert.match(other.err, /of another set: it has 9 rows in common/u);
  });

  it('says why it can’t run, and never the key', async () => {
    await using bench = await scriptBench(20);
    const cases: [args: string[], env: NodeJS.ProcessEnv, said: RegExp][] = [
      [bench.both, { HOSTED_MODELS_API_KEY: '' }, /^Set the environment variable HOSTED_MODELS_API_KEY/u],
      [bench.both, { HOSTED_MODELS_API_KEY: 'another-secret' }, /refused the API key \(401\)/u],
      [[...bench.both, '--set', 'none.jsonl'], {}, /none\.jsonl can't be used \(ENOENT\)/u],
      [[...bench.both, '--base-url', 'http://models.example'], {}, /--allow-http/u],
      [[...bench.both, '--base-url', 'http://127.0.0.1:9'], {}, /can't be reached/u],
      [[...bench.both, '--base', 'unknown-model'], {}, /Only 20 of 40 requests were answered/u],
      [[...bench.both, '--baseline', 'x'], {}, /not with both/u],
      [[...bench.both, '--repetitions', '0'], {}, /--repetitions can't be 0/u],
      [[...bench.both, '--nonsense'], {}, /--nonsense/u],
      [['fly'], {}, /must be run or batch/u],
    ];
    if (process.platform === 'linux')
      cases.push([[...bench.both, '--summary', '/dev/full'], {}, /\/dev\/full can't be written \(ENOSPC\)/u]);
    for (const [args, env, said] of cases) {
      const { code, out, err } = await bench.run(args, env);
      assert.equal(code, 3, err);
      assert.match(err, said);
      assert.ok(!`${out}${err}`.includes('secret') && !`${out}${err}`.includes(key));
    }
    await writeFile(path.join(bench.folder, 'set.jsonl'), '{"prompt": "Why?"}\n'.repeat(12));
    bench.service.clearRequests();
    const unchecked = await bench.run(bench.both);
    assert.deepEqual([unchecked.code, /no checks/u.test(unchecked.err)], [3, true]);
    assert.ok(bench.service.requests.every(({ method }) => method === 'GET'));
  });

  it('follows no redirect', async () => {
    await using bench = await scriptBench(12);
    const server = createServer((_request, response) =>
      response.writeHead(307, { location: `${bench.service.url}/api/v1/lora` }).end(),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const kind of [[], ['--kind', 'hosted']]) {
      const { code, err } = await bench.run([...bench.both, '--base-url', url, ...kind]);
      assert.equal(code, 3);
      assert.match(err, /redirects to another address/u);
    }
    server.close();
    assert.deepEqual(bench.service.requests, []);
  });

  it('ends with a sentence if the service dies', async () => {
    await using bench = await scriptBench(40, { tokensPerSecond: 200 });
    const { ended } = await startScript([...bench.both, '--concurrency', '2'], { cwd: bench.folder });
    let count = 12;
    await bench.service.nextRequest(({ method }) => method === 'POST' && --count === 0);
    await bench.service.close();
    const { code, err } = await ended;
    assert.equal(code, 3, err);
    assert.match(err, /failed ten times in a row.*\nOnly \d+ of 80 requests were answered/su);
  });

  it('ends with a sentence if the disk takes no more, and goes on when it does', async function () {
    if (process.platform !== 'linux') return this.skip();
    await using bench = await scriptBench(60);
    const limited = await startScript(bench.both, { cwd: bench.folder, maxKb: 60 });
    const { code, err } = await limited.ended;
    assert.equal(code, 3, err);
    assert.match(err, /takes no more answers/u);
    const rest = await bench.run(bench.both);
    assert.match(rest.err, /^Going on with the run of/u);
    assert.equal(rest.code, 0, rest.err);
  });

  it('goes on after kills and Ctrl+C with nothing lost, and asks nothing again that was answered', async () => {
    await using bench = await scriptBench(40, { tokensPerSecond: 400 });
    const args = [...bench.both, '--concurrency', '4'];
    for (const [life, signal] of (['SIGKILL', 'SIGINT', 'SIGKILL'] as const).entries()) {
      const { child, ended } = await startScript(args, { cwd: bench.folder });
      let count = 7 + 5 * life;
      await bench.service.nextRequest(({ method }) => method === 'POST' && --count === 0);
      child.kill(signal);
      const { code, out, err } = await ended;
      if (signal !== 'SIGINT') continue;
      assert.equal(code, 2, err);
      assert.match(out, /^Interrupted at \d+ of 80: nothing can be said yet/u);
      assert.match(err, /The same command goes on\.\n$/u);
    }
    const file = await openedRun(path.join(bench.folder, 'prompt-set-run'));
    const left = file.index.size - file.index.answered;
    bench.service.tokensPerSecond = Number.POSITIVE_INFINITY;
    bench.service.clearRequests();
    const end = await bench.run(args);
    assert.ok(end.code !== 3, end.err);
    assert.equal((await openedRun(path.join(bench.folder, 'prompt-set-run'))).run.id, file.run.id);
    const chats = bench.service.requests.filter(({ method, path: at }) => `${method} ${at}` === onChat);
    // Two more warm the models up.
    assert.equal(chats.length, left + 2);
  });

  it('asks all anew once a run has ended, though some of its requests failed', async () => {
    await using bench = await scriptBench(30);
    const args = [...bench.both, '--concurrency', '1', '--summary', 'said.md'];
    let count = 9;
    const late = bench.service.nextRequest(({ method }) => method === 'POST' && --count === 0);
    const { ended } = await startScript(args, { cwd: bench.folder });
    await late;
    bench.service.fail({ on: onChat, kind: 'status', status: 500, body: { message: 'Too odd' }, times: 3 });
    const first = await ended;
    assert.match(first.err, /For instance: .*\(500\)\. Too odd/u);
    assert.match(first.out, /which is over 5%\.\n$/u);
    const said = await readFile(path.join(bench.folder, 'said.md'), 'utf8');
    assert.doesNotMatch(first.err + first.out + said, /Run Missing/u);
    bench.service.clearRequests();
    const { err } = await bench.run(args);
    assert.doesNotMatch(err, /Going on/u);
    assert.equal(bench.service.requests.filter(({ method }) => method === 'POST').length, 62);
  });

  it('has its exit code even if nobody reads what it says', async () => {
    await using bench = await scriptBench(30);
    const { code } = await bench.run([...bench.both, '--out', 'read']);
    const { child, ended } = await startScript([...bench.both, '--out', 'unread'], { cwd: bench.folder });
    child.stdout.destroy();
    child.stderr.destroy();
    assert.equal((await ended).code, code);
  });

  it('waits for a run that another process has, until that is seen to live', async () => {
    await using bench = await scriptBench(12);
    const out = path.join(bench.folder, 'prompt-set-run');
    const stopped = await bench.run([...bench.both, '--max-tokens-total', '1']);
    assert.equal(stopped.code, 2, stopped.err);
    const locks = new OwnerLocks(out, silent);
    await locks.take((await openedRun(out)).run.id);
    const { code, err } = await bench.run(bench.both);
    locks.dispose();
    assert.equal(code, 3);
    assert.match(err, /Waiting to see whether it still does\.\nAnother process has the run in /u);
    assert.equal((await bench.run(bench.both)).code, 0);
  });

  it('says that no baseline was written if not all was asked', async () => {
    await using bench = await scriptBench(20);
    const args = [...bench.args, '--save-baseline', 'new.jsonl', '--max-tokens-total', '1'];
    const { err } = await bench.run(args);
    assert.match(
      err,
      /new\.jsonl was not written, since not all was asked\.\nThe same command goes on\.\n$/u,
    );
    assert.doesNotMatch(err, /Run Missing/u);
  });

  it('says how it is used', async () => {
    const { code, out } = await runScript(['--help'], { cwd: '.' });
    assert.equal(code, 0);
    assert.ok(out.split('\n').every((line) => line.length <= 130));
  });
});
