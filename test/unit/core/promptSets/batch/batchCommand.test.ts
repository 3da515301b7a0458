import assert from 'node:assert/strict';
import { type ExecFileOptions, execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { type BatchEngine, batchCommand } from '../../../../../src/core/promptSets/batch/batchCommand.ts';
import { type BatchCommand, RefusedName } from '../../../../../src/core/promptSets/batch/commandParts.ts';
import { holds } from '../../../properties/holds.ts';
import { useFolder } from '../../fixtures.ts';

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
  folder: '/data',
  models: [llama, tone],
  apiUrl: 'https://models.acme.example/v1',
  headerNames: [],
  script: '/ext/prompt_set_on_ray.py',
  ownScript: '/ext/dist/prompt-set.mjs',
};

/** What a shell could take for more than a part of a name. */
const shellParts = [
  ..."! !! !echo ^a^b !$ $ `id` \\ ' \" \\! '!' | & >x < * ? ~ # - = a é % {a,b} ( ) \\n".split(' '),
  ...[`\${HOME}`, '$(touch x)', '`touch x`', '; touch x;', ' '],
];
const hostileNames = fc
  .array(fc.constantFrom(...shellParts), { minLength: 1, maxLength: 6 })
  .map((parts) => `n${parts.join('')}n`);

describe('A command for a batch', () => {
  it('has our script send the files to OpenAI, in one line for any shell', () => {
    assert.equal(
      batchCommand('openai', { ...command, headerNames: ['X-Team'] }),
      'node "/ext/dist/prompt-set.mjs" batch send --base-url "https://models.acme.example/v1" --header "X-Team" --wait 60 "/data/refunds.1-llama.jsonl" "/data/refunds.2-tone.jsonl"\n',
    );
    assert.throws(() => batchCommand('openai', { ...command, folder: '/data/$HOME' }), /every shell/u);
  });

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

  const refusals: [what: string, engine: BatchEngine, changes: Partial<BatchCommand>, said: RegExp][] = [
    ['a line break in a name', 'ray', { models: [{ ...llama, name: 'a\nb' }] }, /invisible characters/u],
    [
      'a bidi mark in a path',
      'vllm',
      { models: [{ ...llama, source: '/a\u202Eb' }] },
      /invisible characters/u,
    ],
    ['a control character in the folder', 'ray', { folder: '/a\u001b[2J' }, /invisible characters/u],
    [
      'a name that looks like an option',
      'vllm',
      { models: [{ ...llama, name: '--help' }] },
      /for an option/u,
    ],
    ['“=” in a LoRA’s name', 'vllm', { models: [{ ...tone, name: 'a=b' }] }, /“=” or “,”/u],
    ['“,” in a LoRA’s path', 'vllm', { models: [{ ...tone, source: '/a,b' }] }, /“=” or “,”/u],
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
      const hasTools = await run('bash', ['-c', 'command -v grep']).catch(() => undefined);
      if (!hasTools) this.skip();
    });

    /** Pastes a command into a shell whose programs only tell their arguments. */
    async function paste(
      engine: BatchEngine,
      changes: Partial<BatchCommand>,
      into = (code: string, options: ExecFileOptions) => run('bash', ['--norc', '-c', code], options),
    ) {
      const place = path.join(folder(), awkward);
      await rm(path.join(folder(), 'said'), { force: true });
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
      };
      // Without a shell above it (SHLVL), bash takes the socket that is its input for a remote login and reads ~/.bashrc, which may
      // put other programs first in PATH.
      await into(code, { env: all, cwd: folder() });
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

    /** Types lines into a shell that expands what its history has, as a person's does. */
    function type(code: string, options: ExecFileOptions) {
      const typed = run('bash', ['--norc', '-i'], {
        ...options,
        env: { ...options.env, HISTFILE: '', TERM: 'dumb' },
      });
      typed.child.stdin?.end(`echo typed\n${code}\n`);
      return typed;
    }

    holds(
      'passes any name on that it doesn’t refuse, also to a shell that expands its history',
      40,
      fc.asyncProperty(hostileNames, hostileNames, async (name, source) => {
        const asked = { ...llama, name, source: `/m/${source}` };
        const call = paste('vllm', { models: [asked] }, type).catch((error: unknown) => {
          if (!(error instanceof RefusedName)) throw error;
        });
        const { calls } = (await call) ?? {};
        if (!calls) return;
        assert.equal(calls.length, 1);
        const [, ...words] = calls[0] ?? [];
        assert.deepEqual(words.slice(5), ['--model', `/m/${source}`, '--served-model-name', name]);
      }),
    );

    it('is typed into a shell that does expand its history', async () => {
      const { stdout } = await type('echo "!!"', { cwd: folder() });
      assert.match(String(stdout), /^echo typed$/mu);
    });
  });
});
