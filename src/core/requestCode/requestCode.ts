import { asciiJson, type CodeRequest, headerVariable, keyVariable, shellJson, shellUrl } from './codeText.ts';
import { pythonCode, typescriptCode } from './sdkCode.ts';
import { bashText, powershellText } from './shellQuotes.ts';

/** The longest line that cmd reads, in characters. */
const longestLine = 8191;
const hereString = "@'\n";

/**
 * Returns a command for curl 8.3 or newer, which Windows 10 and 11 include: one that runs in both cmd and PowerShell or, if cmd
 * can't take it, in PowerShell only. curl reads the environment variables, since each shell has its own syntax for them.
 */
export function windowsCode(request: CodeRequest): string {
  const line = lineForBoth(request);
  const isPlain = [shellUrl(request.apiUrl), ...request.headerNames].every((text) =>
    /^[\w.:/~[\]-]+$/.test(text),
  );
  return isPlain && line.length <= longestLine ? `${line}\n` : linesForPowerShell(request);
}

/** Whether cmd can't run this result of `windowsCode`. */
export function isForPowerShellOnly(code: string): boolean {
  return code.startsWith(hereString);
}

/**
 * Both shells start cmd, because PowerShell passes quotes to it unchanged, but to other programs differently in each version.
 * PowerShell reads `""` as one quote and cmd leaves it unchanged, so curl gets `"{\"a\":\"b c\"}"` from one and
 * `""{\""a\"":\""b c\""}""` from the other. Microsoft's C runtime reads both the same, with blanks quoted either way. Other
 * arguments need no quotes.
 */
function lineForBoth(request: CodeRequest): string {
  const json = bodyText(request).replaceAll('"', '\\""');
  const options = [...common(request), '--data-raw', `""${json}""`, shellUrl(request.apiUrl)];
  return `cmd /d /s /c "curl.exe ${options.join(' ')}"`;
}

/** Sends the body through a pipe, which needs no quoting and has no length limit. */
function linesForPowerShell(request: CodeRequest): string {
  const options = [...common(request), '--data-binary', '@-', shellUrl(request.apiUrl)];
  const quoted = options.map((option) => (/^[\w-]+$/.test(option) ? option : powershellText(option)));
  return `${hereString}${bodyText(request)}\n'@ | curl.exe ${quoted.join(' ')}\n`;
}

function common({ headerNames }: CodeRequest): string[] {
  const headers = headerNames.flatMap((name) => {
    const variable = headerVariable(name);
    return ['--variable', `%${variable}`, '--expand-header', `${name}:{{${variable}}}`];
  });
  const key = ['--variable', `%${keyVariable}`, '--expand-oauth2-bearer', `{{${keyVariable}}}`];
  return ['--no-buffer', ...key, ...headers, '--header', 'Content-Type:application/json'];
}

function bodyText({ body }: CodeRequest): string {
  return asciiJson(shellJson(body));
}

/** Linux limits an argument to 128 KB, which a pasted file or image exceeds. In UTF-16 units, at most three bytes each. */
const longestArgument = 40_000;

/**
 * Returns a curl command for bash and other POSIX shells. The key and headers reach curl through a pipe, since other users of the machine
 * can read a program's arguments; `printf` is a part of each shell.
 */
export function bashCode({ apiUrl, body, headerNames }: CodeRequest): string {
  const headers = headerNames.map((name) => `${bashText(`${name}: `)}"$${headerVariable(name)}"`);
  const json = shellJson(body);
  return `${[
    `printf '%s\\n' "Authorization: Bearer $${keyVariable}" ${[...headers, '|'].join(' ')}`,
    `curl ${bashText(shellUrl(apiUrl))}`,
    '--no-buffer',
    '--header @-',
    "--header 'Content-Type: application/json'",
    // Not --data, which reads a leading @ as a file name. No line of JSON is the bare word that ends the heredoc.
    json.length > longestArgument
      ? `--data-binary @/dev/fd/3 3<<'BODY'\n${json}\nBODY`
      : `--data-raw ${bashText(json)}`,
  ].join(' \\\n  ')}\n`;
}

const writers = { bash: bashCode, windows: windowsCode, python: pythonCode, typescript: typescriptCode };

export type CodeLanguage = keyof typeof writers;

/** Returns code that sends the request and prints the answer as it streams. It runs as pasted and contains no secret. */
export function requestCode(language: CodeLanguage, request: CodeRequest): string {
  return writers[language](request);
}
