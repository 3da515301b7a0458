import { asciiJson, shellJson } from './codeText.ts';
import { headerVariable, keyVariable, type RequestParts, shellUrl } from './requestParts.ts';

/** cmd reads no longer line, its end included. */
const longestLine = 8191;
const hereString = "@'\n";

/**
 * A command of curl 8.3 or newer, which Windows 10 and 11 have: in one form for cmd and PowerShell, or for PowerShell alone where
 * cmd couldn't take it. Variables of the environment are read by curl, since each shell names them in its own way.
 */
export function windowsCode(parts: RequestParts): string {
  const line = lineForBoth(parts);
  const isPlain = [shellUrl(parts.apiUrl), ...parts.headerNames].every((text) =>
    /^[\w.:/~[\]-]+$/.test(text),
  );
  return isPlain && line.length <= longestLine ? `${line}\n` : linesForPowerShell(parts);
}

/** Whether cmd can't run what `windowsCode` gave. */
export function isForPowerShellOnly(code: string): boolean {
  return code.startsWith(hereString);
}

/**
 * Both shells start cmd, because PowerShell passes quotes to it as they are, and to other programs in each version differently.
 * PowerShell takes `""` for a quote and cmd takes it as it is, so that curl is given `"{\"a\":\"b c\"}"` by one and
 * `""{\""a\"":\""b c\""}""` by the other. To Microsoft's C runtime these are the same, with blanks in quotes either way. Other
 * arguments need no quotes.
 */
function lineForBoth(parts: RequestParts): string {
  const json = bodyText(parts).replaceAll('"', '\\""');
  const options = [...common(parts), '--data-raw', `""${json}""`, shellUrl(parts.apiUrl)];
  return `cmd /d /s /c "curl.exe ${options.join(' ')}"`;
}

/** The body goes through a pipe, which has no limit and no quotes to keep. */
function linesForPowerShell(parts: RequestParts): string {
  const options = [...common(parts), '--data-binary', '@-', shellUrl(parts.apiUrl)];
  const quoted = options.map((option) =>
    /^[\w-]+$/.test(option) ? option : `'${option.replaceAll("'", "''")}'`,
  );
  return `${hereString}${bodyText(parts)}\n'@ | curl.exe ${quoted.join(' ')}\n`;
}

function common({ headerNames }: RequestParts): string[] {
  const headers = headerNames.flatMap((name) => {
    const variable = headerVariable(name);
    return ['--variable', `%${variable}`, '--expand-header', `${name}:{{${variable}}}`];
  });
  const key = ['--variable', `%${keyVariable}`, '--expand-oauth2-bearer', `{{${keyVariable}}}`];
  return ['--no-buffer', ...key, ...headers, '--header', 'Content-Type:application/json'];
}

function bodyText({ body }: RequestParts): string {
  return asciiJson(shellJson(body));
}
