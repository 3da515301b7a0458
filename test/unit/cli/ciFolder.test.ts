import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { OwnerLocks } from '../../../src/core/files/locks/ownerLocks.ts';
import { RefusedName } from '../../../src/core/promptSets/batch/commandParts.ts';
import { keptSetLines } from '../../../src/core/promptSets/report/keptSet.ts';
import { RunStore } from '../../../src/core/promptSets/run/runStore.ts';
import { baselineLines } from '../../../src/core/promptSets/transfer/baseline.ts';
import { type CiPlan, ciFiles } from '../../../src/core/promptSets/transfer/ciFolder.ts';
import { anyShellText } from '../../../src/core/requestCode/shellQuotes.ts';
import { silent } from '../core/fixtures.ts';
import { adapter, base, builtScript, key, scriptBench } from './script.ts';

const root = path.join(import.meta.dirname, '../../..');

const plan: CiPlan = {
  set: 'refunds.jsonl',
  ...{ adapter, base: undefined, baseUrl: 'https://models.example', kind: 'hosted', allowHttp: false },
  ...{ headerNames: [], settings: { temperature: 0 }, repetitions: 1, points: 20, place: 'ci/refunds' },
};

interface Workflow {
  jobs: Record<string, { steps: { run?: string; env?: object }[] }>;
}

async function inBash(text: string, cwd: string): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    HOSTED_MODELS_API_KEY: key,
    PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
  };
  const child = spawn('bash', ['-e', '-c', text], { cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      said += bytes;
    });
  const [code] = await once(child, 'close');
  return { code, said };
}

/** What *CI Folder…* writes for a run that the script has made. */
async function writeFolder(from: string, url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-ci-'));
  const runs = path.join(from, 'prompt-set-run');
  const locks = new OwnerLocks(runs, silent);
  const store = new RunStore(runs, locks, silent);
  const [newest] = await store.list();
  const file = await store.open(newest?.id ?? '');
  locks.dispose();
  assert.ok(file);
  await writeFile(path.join(folder, plan.set), keptSetLines(file));
  await writeFile(path.join(folder, 'baseline.jsonl'), baselineLines(file, 1));
  await copyFile(await builtScript(), path.join(folder, 'prompt-set.mjs'));
  for (const [name, text] of Object.entries(ciFiles({ ...plan, baseUrl: url })))
    await writeFile(path.join(folder, name), text);
  return folder;
}

describe('A folder for CI', function () {
  this.timeout(60_000);
  this.slow(10_000);

  it('is followed from docs/ci.md word for word, to a red run of the workflow’s step', async function () {
    if (process.platform === 'win32') return this.skip();
    await using bench = await scriptBench(60, { better: 0.35 });
    assert.equal((await bench.run([...bench.both, '--min-difference', '20'])).code, 0);
    const folder = await writeFolder(bench.folder, bench.service.url);
    try {
      const docs = await readFile(path.join(root, 'docs/ci.md'), 'utf8');
      const blocks = docs.match(/(?<=^```\n)[^`]*(?=^```$)/gmu) ?? [];
      const [green = '', red = ''] = blocks.map((block) =>
        block.replaceAll('http://127.0.0.1:8080', bench.service.url).replace('sample-key', key),
      );
      const readme = await readFile(path.join(folder, 'README.md'), 'utf8');
      const [, command = ''] = green.trimEnd().split('\n');
      assert.ok(
        readme.includes(`    ${command.replace(' --min-difference', ' --min-difference')} --kind hosted\n`),
        readme,
      );
      const passed = await inBash(green, folder);
      assert.equal(passed.code, 0, passed.said);
      const failed = await inBash(red, folder);
      assert.equal(failed.code, 1, failed.said);
      const { jobs } = load(await readFile(path.join(folder, 'workflow.yml'), 'utf8')) as Workflow;
      const steps = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
      assert.equal(steps.length, 1);
      const [step = ''] = steps;
      assert.equal((await inBash(step, folder)).code, 0);
      const worse = await inBash(step.replace(adapter, base), folder);
      assert.equal(worse.code, 1, worse.said);
      const unclear = await inBash(step.replace('--min-difference 20', '--min-difference 0'), folder);
      assert.equal(unclear.code, 0, unclear.said);
      assert.match(unclear.said, /^::warning::/mu);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has a README of about twenty lines, and settings only where they are not the usual ones', () => {
    const files = ciFiles(plan);
    assert.deepEqual(Object.keys(files), ['workflow.yml', 'README.md']);
    assert.ok((files['README.md']?.split('\n').length ?? 0) <= 25);
    const other = ciFiles({ ...plan, settings: { temperature: 1 }, base, repetitions: 3 });
    assert.deepEqual(JSON.parse(other['settings.json'] ?? ''), { temperature: 1 });
    assert.match(
      other['README.md'] ?? '',
      /--base "llama-3-8b" .*--settings settings\.json --repetitions 3/u,
    );
  });

  it('is refused for names that not all shells take alike', () => {
    for (const name of [
      'a"b',
      'a$b',
      'a`b',
      '%PATH%',
      'a!b',
      'a\\',
      '-x',
      'a\nb',
      'a“b',
      "a'b",
      'a^b',
      'a&b',
      '',
    ])
      assert.throws(() => ciFiles({ ...plan, adapter: name }), RefusedName, name);
    for (const name of ['meta-llama/Llama-2-7b', 'C:\\Users\\Ada B\\x.mjs', 'größe', 'a:b@c+d', '[a](b)'])
      assert.equal(anyShellText(name), `"${name}"`);
  });

  it('has names that bash takes as they are', async function () {
    if (process.platform === 'win32') return this.skip();
    const names = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), {
      numRuns: 3000,
      seed: 1,
    });
    const more = fc.sample(fc.string({ unit: fc.constantFrom(...'ab \\/$`"!%^~#[]()=.,-@'), maxLength: 8 }), {
      numRuns: 3000,
      seed: 2,
    });
    const taken = [...names, ...more].flatMap((name) => {
      const said = anyShellText(name);
      return said === undefined ? [] : { name, said };
    });
    assert.ok(taken.length > 100);
    const { said } = await inBash(`printf '%s\\n' ${taken.map((one) => one.said).join(' ')}`, root);
    assert.deepEqual(
      said.split('\n').slice(0, -1),
      taken.map(({ name }) => name),
    );
  });
});
