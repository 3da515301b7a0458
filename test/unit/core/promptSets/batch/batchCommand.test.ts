import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BatchEngine, batchCommand } from '../../../../../src/core/promptSets/batch/batchCommand.ts';
import { type BatchCommand, RefusedName } from '../../../../../src/core/promptSets/batch/commandParts.ts';
import { useFolder } from '../../fixtures.ts';
import { lines } from '../sets.ts';
import { startBatchApi } from './batchApi.ts';

const run = promisify(execFile);
const awkward = `it's "quoted" \${HOME} $(touch x) \`id\` %PATH% !! ; & | * ‘’ \\`;

const llama = {
  name: 'llama-3-8b',
  source: '/models/llama',
  base: undefined,
  files: ['refunds.1-llama.jsonl'],
};
const tone = {
  name: 'acme/tone',
  source: '/adapters/tone',
  base: 'llama-3-8b',
  files: ['refunds.2-tone.jsonl'],
};
const command: BatchCommand = {
  shell: 'bash',
  folder: '/data',
  models: [llama, tone],
  apiUrl: 'https://models.acme.example/v1',
  headerNames: [],
  script: '/ext/prompt_set_on_ray.py',
};

describe('A command for a batch', () => {
  it('has vLLM serve a base with its LoRAs, one engine for each base', () => {
    const other = { name: 'qwen', source: undefined, base: undefined, files: ['refunds.3-qwen.jsonl'] };
    assert.equal(
      batchCommand('vllm', { ...command, models: [llama, tone, other] }),
      `# Put the folder or the hub's name of each model in place of /path/to/…
cd '/data' &&
for name in refunds.1-llama refunds.2-tone; do
  vllm run-batch --input-file "$name.jsonl" --output-file "$name.out.jsonl" --model '/models/llama' --served-model-name llama-3-8b --enable-lora --max-loras 1 --max-lora-rank 64 --lora-modules 'acme/tone=/adapters/tone'
done
cd '/data' &&
for name in refunds.3-qwen; do
  vllm run-batch --input-file "$name.jsonl" --output-file "$name.out.jsonl" --model '/path/to/qwen' --served-model-name qwen
done
`,
    );
  });

  it('names a base that was not asked, for its LoRAs', () => {
    assert.match(
      batchCommand('vllm', { ...command, models: [tone] }),
      /--model '\/path\/to\/llama-3-8b' --served-model-name llama-3-8b .*'acme\/tone=\/adapters\/tone'/u,
    );
  });

  it('is quoted for PowerShell, where typographic quotes count', () => {
    const folder = 'C:\\it’s $HOME';
    assert.equal(
      batchCommand('ray', { ...command, shell: 'powershell', folder, headerNames: ["x-`id`$home'!"] }),
      `# Set HOSTED_MODELS_API_KEY, HOSTED_MODELS_HEADER_X__ID__HOME__ on each node before "ray start".
Set-Location -LiteralPath 'C:\\it’’s $HOME'
foreach ($name in 'refunds.1-llama', 'refunds.2-tone') {
  python '/ext/prompt_set_on_ray.py' "$name.jsonl" "$name.out.jsonl" '--base-url=https://models.acme.example/v1' --concurrency=16 '--header=x-\`id\`$home''!'
}
`,
    );
    const vllm = batchCommand('vllm', {
      ...command,
      shell: 'powershell',
      models: [{ ...llama, source: 'a’b' }],
    });
    assert.match(vllm, /--model 'a’’b' /u);
  });

  it('sends and fetches files with curl in PowerShell, as JSON that no version of it spoils', () => {
    const code = batchCommand('api', { ...command, shell: 'powershell', headerNames: ['X-Team'] });
    assert.match(code, /^\$api = 'https:\/\/models\.acme\.example\/v1'$/mu);
    assert.match(code, /'--expand-header', 'X-Team:\{\{HOSTED_MODELS_HEADER_X_TEAM\}\}'$/mu);
    assert.match(code, /^ {2}\$batch \| curl\.exe @ask .*--data-binary '@-'/mu);
    assert.doesNotMatch(code, /\\"/u);
  });

  const refusals: [what: string, engine: BatchEngine, changes: Partial<BatchCommand>, said: RegExp][] = [
    ['a line break in a name', 'ray', { models: [{ ...llama, name: 'a\nb' }] }, /invisible characters/u],
    [
      'a bidi mark in a path',
      'vllm',
      { models: [{ ...llama, source: '/a\u202Eb' }] },
      /invisible characters/u,
    ],
    ['a control character in the folder', 'api', { folder: '/a\u001b[2J' }, /invisible characters/u],
    [
      'a name that looks like an option',
      'vllm',
      { models: [{ ...llama, name: '--help' }] },
      /for an option/u,
    ],
    ['“=” in a LoRA’s name', 'vllm', { models: [{ ...tone, name: 'a=b' }] }, /“=” or “,”/u],
    ['“,” in a LoRA’s path', 'vllm', { models: [{ ...tone, source: '/a,b' }] }, /“=” or “,”/u],
    ['a quotation mark in PowerShell', 'ray', { shell: 'powershell', script: 'C:\\"x"' }, /quotation mark/u],
  ];
  for (const [what, engine, changes, said] of refusals)
    it(`is refused: ${what}`, () => {
      assert.throws(
        () => batchCommand(engine, { ...command, ...changes }),
        (error) => error instanceof RefusedName && said.test(error.message),
      );
    });

  describe('in bash', () => {
    const folder = useFolder();
    before(async function () {
      const hasTools = await run('bash', ['-c', 'command -v curl grep cut head']).catch(() => undefined);
      if (!hasTools) this.skip();
    });

    /** Pastes a command into a shell whose programs only tell their arguments. */
    async function paste(
      engine: BatchEngine,
      changes: Partial<BatchCommand>,
      env: Record<string, string> = {},
    ) {
      const place = path.join(folder(), awkward);
      const bin = path.join(folder(), 'bin');
      await mkdir(place, { recursive: true });
      await mkdir(bin, { recursive: true });
      for (const program of ['vllm', 'python3']) {
        await writeFile(
          path.join(bin, program),
          `#!/bin/sh\nprintf '%s\\n' "$PWD" "$@" END >> "${folder()}/said"\n`,
        );
        await chmod(path.join(bin, program), 0o755);
      }
      const code = batchCommand(engine, { ...command, folder: place, ...changes });
      const all = {
        ...process.env,
        PATH: `${bin}:${process.env['PATH']}`,
        HOSTED_MODELS_API_KEY: 'sample-key',
        ...env,
      };
      // Without a shell above it (SHLVL), bash takes the socket that is its input for a remote login and reads ~/.bashrc, which may
      // put other programs first in PATH.
      const words = ['--norc', '-c', code.replaceAll('sleep 30', 'sleep 0')];
      await run('bash', words, { env: all, cwd: folder() });
      const said = await readFile(path.join(folder(), 'said'), 'utf8').catch(() => '');
      assert.deepEqual((await readdir(folder())).includes('x'), false);
      return {
        place,
        calls: said
          .split('END\n')
          .slice(0, -1)
          .map((call) => call.trimEnd().split('\n')),
      };
    }

    it('passes names and paths on as they are: vLLM', async () => {
      const models = [
        { ...llama, name: awkward, source: `/m/${awkward}` },
        { ...tone, name: `t ${awkward}`, base: awkward },
      ];
      const { place, calls } = await paste('vllm', { models });
      assert.deepEqual(
        calls.map(([, ...words]) => words.slice(1, 4)),
        [
          ['--input-file', 'refunds.1-llama.jsonl', '--output-file'],
          ['--input-file', 'refunds.2-tone.jsonl', '--output-file'],
        ],
      );
      const [cwd, ...words] = calls[0] ?? [];
      assert.equal(cwd, place);
      assert.deepEqual(words.slice(5, 9), ['--model', `/m/${awkward}`, '--served-model-name', awkward]);
      assert.deepEqual(words.slice(-2), ['--lora-modules', `t ${awkward}=/adapters/tone`]);
    });

    it('passes names and paths on as they are: Ray', async () => {
      const { calls } = await paste('ray', { script: `/x/${awkward}.py`, headerNames: ["x-`id`$home'!"] });
      assert.deepEqual(calls[1]?.slice(1), [
        `/x/${awkward}.py`,
        'refunds.2-tone.jsonl',
        'refunds.2-tone.out.jsonl',
        '--base-url=https://models.acme.example/v1',
        '--concurrency=16',
        "--header=x-`id`$home'!",
      ]);
    });

    it('sends files to a server with batches, waits, and fetches answers and failures', async () => {
      const api = await startBatchApi();
      try {
        const place = path.join(folder(), awkward);
        await mkdir(place, { recursive: true });
        const row = (custom_id: string, content: string) => ({ custom_id, body: { model: 'm', content } });
        await writeFile(path.join(place, 'refunds.1-llama.jsonl'), lines(row('a', 'ok'), row('b', 'fail')));
        await writeFile(path.join(place, 'refunds.2-tone.jsonl'), lines(row('c', 'ok')));
        const env = { HOSTED_MODELS_HEADER_X_TEAM: 'blue "team"' };
        await paste('api', { apiUrl: api.url, headerNames: ['X-Team'] }, env);
        const names = (await readdir(place)).filter((name) => !name.endsWith('.batch.json'));
        assert.deepEqual(names.sort(), [
          'refunds.1-llama.error.jsonl',
          'refunds.1-llama.jsonl',
          'refunds.1-llama.output.jsonl',
          'refunds.2-tone.jsonl',
          'refunds.2-tone.output.jsonl',
        ]);
        const read = async (name: string) => JSON.parse(await readFile(path.join(place, name), 'utf8'));
        assert.equal((await read('refunds.1-llama.output.jsonl')).custom_id, 'a');
        assert.equal((await read('refunds.1-llama.error.jsonl')).custom_id, 'b');
        assert.equal((await read('refunds.2-tone.output.jsonl')).custom_id, 'c');
        assert.ok(api.seen.every(({ headers }) => headers['x-team'] === 'blue "team"'));
      } finally {
        await api.close();
      }
    });
  });
});
