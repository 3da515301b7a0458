import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chatBody } from '../../../../src/api/index.ts';
import { headerVariable } from '../../../../src/core/requestCode/codeText.ts';
import { type CodeLanguage, requestCode } from '../../../../src/core/requestCode/requestCode.ts';
import { installPeers, peersFolder } from '../../../bench/peers.ts';
import { useService } from '../../service/client.ts';
import { cmdCommands, commandOfCmd, runtimeArguments } from './windowsShells.ts';

const run = promisify(execFile);
const projectRoot = path.resolve(import.meta.dirname, '../../../..');

const awkward =
  'It\'s "quoted": " & calc.exe & ; $(touch x) `ls` $HOME %PATH% !! \\ \\n @file\n\ttwo lines \u{1F680} \u202E\u001b[2J\u2028\u{E0041}\u3164\u2063';

const hostile = chatBody({
  model: "acme/tone's-v7",
  messages: [
    { role: 'system', content: awkward },
    { role: 'user', content: 'Hello' },
  ],
  temperature: 0.2,
  stop: ["'", '"'],
  seed: 7,
  extra: { top_k: 5, flags: { on: true, off: false, none: null, empty: [], nothing: {} } },
});

const awkwardName = "x-`id`$home'!";

async function has(command: string): Promise<boolean> {
  // dash has no --version.
  return run(command, command.endsWith('sh') ? ['-c', 'true'] : ['--version']).then(
    () => true,
    () => false,
  );
}

/** Whether curl itself expands variables, as that of Windows does. */
async function hasCurlWithVariables(): Promise<boolean> {
  return run('curl', ['--variable', 'a=b', '--version']).then(
    () => true,
    () => false,
  );
}

describe('A request as code', () => {
  const service = useService();
  let folder: string;

  before(async function () {
    // Installing the package `openai` may take a while.
    this.timeout(300_000);
    await installPeers();
    await mkdir(path.join(projectRoot, 'out'), { recursive: true });
    folder = await mkdtemp(path.join(projectRoot, 'out', 'code-'));
    await symlink(path.join(peersFolder, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Runs the code as pasted, and returns what it printed and what reached the service. */
  async function runCode(
    language: CodeLanguage,
    body: Record<string, unknown>,
    headerNames: string[] = [],
    shell = 'sh',
  ) {
    const code = requestCode(language, { apiUrl: `${service().url}/api/v1`, body, headerNames });
    const file = path.join(folder, language === 'bash' ? 'request.sh' : 'request.ts');
    await writeFile(file, code);
    const values = headerNames.map((name) => [headerVariable(name), `value of ${name.toLowerCase()}`]);
    const env = { ...process.env, HOSTED_MODELS_API_KEY: 'sample-key', ...Object.fromEntries(values) };
    const line = cmdCommands(language === 'windows' ? code.trimEnd() : '', {})[0] ?? '';
    const [program = '', ...args] =
      language === 'windows'
        ? ['curl', ...runtimeArguments(commandOfCmd(line)).slice(1)]
        : [language === 'bash' ? shell : process.execPath, file];
    const { stdout } = await run(program, args, { env, cwd: folder });
    const request = service().requests.at(-1);
    assert.ok(request);
    return { stdout, request };
  }

  async function canRun(language: CodeLanguage): Promise<boolean> {
    if (language === 'windows') return hasCurlWithVariables();
    return language !== 'bash' || has('curl');
  }

  function answerNothing(): void {
    service().fail({
      on: 'POST /api/v1/chat/completions',
      kind: 'body',
      body: 'data: [DONE]\n\n',
      contentType: 'text/event-stream',
    });
  }

  const plain = chatBody({ model: 'support-tone-v7', messages: [{ role: 'user', content: 'Hello' }] });

  for (const language of ['bash', 'windows', 'typescript'] as const) {
    it(`streams an answer as pasted: ${language}`, async function () {
      if (!(await canRun(language))) return this.skip();
      const { stdout, request } = await runCode(language, plain, ['X-Team']);
      assert.equal(request.path, '/api/v1/chat/completions');
      assert.equal(request.headers['x-team'], 'value of x-team');
      assert.ok(stdout.length > 20, stdout);
    });

    // The shells below run what is for bash.
    if (language === 'bash') continue;

    it(`carries every character and every field: ${language}`, async function () {
      if (!(await canRun(language))) return this.skip();
      answerNothing();
      const { request } = await runCode(language, hostile);
      assert.deepEqual(JSON.parse(request.body), hostile);
    });
  }

  for (const shell of ['sh', 'bash', 'dash', 'zsh', 'fish']) {
    it(`carries every character, field and header in ${shell}`, async function () {
      if (!(await has('curl')) || !(await has(shell))) return this.skip();
      answerNothing();
      const { request } = await runCode('bash', hostile, [awkwardName, 'X-Team'], shell);
      assert.deepEqual(JSON.parse(request.body), hostile);
      assert.equal(request.headers['x-team'], 'value of x-team');
      assert.equal(request.headers[awkwardName], `value of ${awkwardName}`);
      assert.equal(request.headers['authorization'], 'Bearer sample-key');
    });
  }

  for (const shell of ['sh', 'bash', 'dash', 'zsh', 'fish']) {
    it(`gives no program the key among its arguments, which others can read: ${shell}`, async function () {
      if (!(await has(shell))) return this.skip();
      const bin = await mkdtemp(path.join(folder, 'bin-'));
      const tell = (what: string) =>
        `#!/bin/sh\nfor one in "$@"; do echo "${what} $one" >> ${bin}/seen; done\n`;
      for (const [name, script] of [
        ['curl', `${tell('argument')}echo "input $(cat)" >> ${bin}/seen\n`],
        ['printf', tell('printf')],
      ] as const)
        await writeFile(path.join(bin, name), script, { mode: 0o700 });
      const code = requestCode('bash', {
        apiUrl: 'https://acme.example/api/v1',
        body: plain,
        headerNames: ['X-Team'],
      });
      const env = {
        ...{ HOSTED_MODELS_API_KEY: 'sample-key', [headerVariable('X-Team')]: 'sample-team' },
        PATH: `${bin}:${process.env['PATH']}`,
      };
      await run(shell, ['-c', code], { env });
      const seen = await readFile(path.join(bin, 'seen'), 'utf8');
      assert.match(seen, /^input Authorization: Bearer sample-key\nX-Team: sample-team$/mu);
      assert.match(seen, /^argument --data-raw$/mu);
      assert.doesNotMatch(seen, /^(?:argument|printf) .*sample/mu);
    });
  }

  it('sends a message of any length to the service: bash', async function () {
    if (!(await has('curl'))) return this.skip();
    const content = `it's "long"\nBODY\n${'words and 😀 '.repeat(30_000)}`;
    const long = chatBody({ model: 'support-tone-v7', messages: [{ role: 'user', content }] });
    answerNothing();
    const { request } = await runCode('bash', long);
    assert.deepEqual(JSON.parse(request.body), long);
  });

  it('is valid Python even with numbers and characters that Python does not have', async function () {
    if (!(await has('python3'))) return this.skip();
    const body = { model: 'half \ud800', top_k: Number.POSITIVE_INFINITY, seed: 1e21 };
    const code = requestCode('python', { apiUrl: 'https://acme.example/api/v1', body, headerNames: [] });
    assert.match(code, /"top_k": None/u);
    await run('python3', [
      '-c',
      'import ast, sys; ast.parse(sys.argv[1]).body[0]; sys.argv[1].encode()',
      code,
    ]);
  });

  it('is Python that parses to the same values', async function () {
    if (!(await has('python3'))) return this.skip();
    const code = requestCode('python', {
      apiUrl: `${service().url}/api/v1`,
      body: hostile,
      headerNames: ['X-Team'],
    });
    const read = `
import ast, json, sys
calls = [node for node in ast.walk(ast.parse(sys.argv[1])) if isinstance(node, ast.Call)]
create = next(c for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr == "create")
values = {k.arg: ast.literal_eval(k.value) for k in create.keywords}
values.update(values.pop("extra_body"))
print(json.dumps(values))`;
    const { stdout } = await run('python3', ['-c', read, code]);
    assert.deepEqual(JSON.parse(stdout), hostile);
  });

  for (const language of ['bash', 'windows', 'python', 'typescript'] as const) {
    it(`has no invisible characters and no key: ${language}`, () => {
      const code = requestCode(language, {
        apiUrl: 'https://acme.example/api/v1',
        body: hostile,
        headerNames: ['X-Team'],
      });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      assert.doesNotMatch(code, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u3164]|\p{Cf}/u);
      assert.match(code, /HOSTED_MODELS_API_KEY/u);
    });
  }
});
