import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chatBody } from '../../../../src/api/index.ts';
import { bashCode, isForPowerShellOnly, windowsCode } from '../../../../src/core/requestCode/requestCode.ts';
import { holds } from '../../properties/holds.ts';
import {
  cmdCommands,
  commandOfCmd,
  legacyLine,
  plainArguments,
  powershellWords,
  runtimeArguments,
} from './windowsShells.ts';

const apiUrl = 'https://acme.example/api/v1';
const variables = { CD: 'C:\\', PATH: 'C:\\bin', HOSTED_MODELS_API_KEY: 'sk-"&|1', A: '" & calc.exe & "' };

const signs = [
  ...'"\'`$%!^&|<>()@;=,\\/ -~?*#{}[]:\n\r\t\0ax1é✓',
  '%PATH%',
  '%A%',
  '" & calc.exe & ',
  '$(calc)',
  "'; calc; '",
  '‘’‚‛“”„‟',
  '＂＆％',
  '\u202e\u2028',
  '\ud800',
  '🚀',
];
const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom(...signs), maxLength: 40 }),
  fc.string({ unit: 'binary' }),
);
const request = fc
  .record({ model: hostile, content: hostile, stop: fc.array(hostile, { maxLength: 3 }), extra: hostile })
  .map(({ model, content, stop, extra }) =>
    chatBody({
      model,
      messages: [{ role: 'user', content }],
      stop,
      temperature: 1e-7,
      extra: { [extra]: [null, true, {}] },
    }),
  );

function inCmd(code: string): string[] {
  const [outer = '', ...more] = cmdCommands(code.trimEnd(), variables);
  assert.deepEqual(more, [], 'cmd runs something else too');
  return inCmdOf(outer);
}

/** What a cmd that was started with this command line runs. */
function inCmdOf(commandLine: string): string[] {
  const [inner = '', ...more] = cmdCommands(commandOfCmd(commandLine), variables);
  assert.deepEqual(more, [], 'the inner cmd runs something else too');
  return runtimeArguments(inner);
}

function inPowerShell(code: string): string[] {
  return inCmdOf(legacyLine(powershellWords(code.trimEnd())));
}

/** The arguments for curl and its input, for a command that is only for PowerShell. */
function piped(code: string): { text: string; args: string[] } {
  const [, text, command] = /^@'\n([^\n]*)\n'@ \| (curl\.exe [^\n]*)\n$/.exec(code) ?? [];
  assert.ok(text !== undefined && command !== undefined, code);
  return { text, args: plainArguments(powershellWords(command)) };
}

function expected(body: string, ...headers: string[]): string[] {
  return [
    'curl.exe',
    '--no-buffer',
    ...['--variable', '%HOSTED_MODELS_API_KEY', '--expand-oauth2-bearer', '{{HOSTED_MODELS_API_KEY}}'],
    ...headers,
    ...['--header', 'Content-Type:application/json', '--data-raw', body],
    `${apiUrl}/chat/completions`,
  ];
}

describe('A request for cURL on Windows', () => {
  holds(
    'gives the same arguments in cmd and in any PowerShell, and runs nothing else',
    300,
    fc.property(request, (body) => {
      const code = windowsCode({ apiUrl, body, headerNames: ['X-Team'] });
      assert.match(code, /^[ -~]+\n$/, 'one line of what every code page has');
      const args = inCmd(code);
      assert.deepEqual(JSON.parse(args.at(-2) ?? ''), JSON.parse(JSON.stringify(body)));
      const team = 'HOSTED_MODELS_HEADER_X_TEAM';
      const header = ['--variable', `%${team}`, '--expand-header', `X-Team:{{${team}}}`];
      assert.deepEqual(args, expected(args.at(-2) ?? '', ...header));
      assert.deepEqual(inPowerShell(code), args);
    }),
  );

  holds(
    "is only for PowerShell if cmd can't take it, and runs nothing else",
    100,
    fc.property(
      request,
      fc.string({ unit: fc.constantFrom(..."x!#$%&'*+.^_`|~-"), minLength: 1, maxLength: 9 }),
      (body, name) => {
        const code = windowsCode({ apiUrl, body, headerNames: [`${name}&`] });
        assert.ok(isForPowerShellOnly(code));
        const { text, args } = piped(code);
        assert.match(text, /^[ -~]+$/);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(body)));
        const [, variable] = /^%(HOSTED_MODELS_HEADER_\w+)$/.exec(args[7] ?? '') ?? [];
        const header = ['--variable', `%${variable}`, '--expand-header', `${name}&:{{${variable}}}`];
        assert.deepEqual(
          args,
          expected('@-', ...header).map((one) => (one === '--data-raw' ? '--data-binary' : one)),
        );
        // Even pasted into cmd, no line of it runs another program with the request's content.
        assert.equal(cmdCommands(text, variables).length, 1);
      },
    ),
  );

  holds(
    'that is meant for bash runs nothing in them, either',
    200,
    fc.property(request, (body) => {
      const [first = '', ...lines] = bashCode({ apiUrl, body, headerNames: ['X-Team'] })
        .trimEnd()
        .split('\n');
      // Windows has no `printf`, nor a program called `\\`.
      assert.deepEqual(
        cmdCommands(first, variables).map((command) => command.split(' ', 1)[0]),
        ['printf', '\\'],
      );
      const bareOf = (line: string) =>
        line
          .replace(/['‘-‛][^'‘-‛]*['‘-‛]/g, '')
          .replaceAll(/"(?:Authorization: Bearer )?\$HOSTED_MODELS_\w+"/g, '');
      assert.match(bareOf(first), /^printf +\| \\$/);
      for (const line of lines) {
        const commands = cmdCommands(line, variables);
        assert.equal(commands.length, 1, line);
        assert.match(commands[0] ?? '', /^(?:curl|--[\w-]+) /);
        // Outside of PowerShell's quotes there is nothing for it to act on.
        assert.match(bareOf(line), /^[\w @\\-]*$/);
      }
    }),
  );

  it('is only for PowerShell if it is too long for cmd', () => {
    const of = (length: number) => {
      const body = chatBody({ model: 'tone', messages: [{ role: 'user', content: 'x'.repeat(length) }] });
      return windowsCode({ apiUrl, body, headerNames: [] });
    };
    const rest = of(0).length - 1;
    assert.equal(inCmd(of(8191 - rest)).at(0), 'curl.exe');
    assert.equal(isForPowerShellOnly(of(8191 - rest)), false);
    assert.ok(isForPowerShellOnly(of(8192 - rest)));
    assert.equal(piped(of(100_000)).args.at(-2), '@-');
  });

  it('is only for PowerShell if the address contains what cmd would take for a variable', () => {
    const address = 'https://acme.example/%CD%20/o\'brien;"$(x)"/api/v1';
    const code = windowsCode({ apiUrl: address, body: { model: 'tone' }, headerNames: [] });
    assert.ok(isForPowerShellOnly(code));
    assert.equal(
      piped(code).args.at(-1),
      'https://acme.example/%CD%20/o%27brien%3B%22%24%28x%29%22/api/v1/chat/completions',
    );
  });
});

describe('The tables of the Windows shells', () => {
  it('know what a naive command would do', () => {
    const naive = String.raw`curl.exe -d "{\"model\":\"x & calc.exe & %PATH%\"}"`;
    assert.deepEqual(cmdCommands(naive, variables).slice(1), ['calc.exe', String.raw`C:\bin\"}"`]);
    assert.throws(() => powershellWords(naive), /something else/);
    assert.throws(() => powershellWords('curl.exe "$(calc)"'), /something else/);
    assert.throws(() => plainArguments(['curl.exe', '{"a":1}']), /differently/);
    assert.deepEqual(cmdCommands('echo %NOPE% %a% ^& x', { A: '1' }), ['echo %NOPE% 1 & x']);
  });
});
