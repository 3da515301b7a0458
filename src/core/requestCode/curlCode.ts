import { visibleJson } from './codeText.ts';
import { headerVariable, keyVariable, type RequestParts } from './requestParts.ts';

/** A command for a POSIX shell. */
export function curlCode({ apiUrl, body, headerNames }: RequestParts): string {
  const headers = headerNames.map((name) => `--header ${quoted(`${name}: `)}"$${headerVariable(name)}"`);
  return `${[
    `curl ${quoted(`${apiUrl}/chat/completions`)}`,
    '--no-buffer',
    `--header "Authorization: Bearer $${keyVariable}"`,
    ...headers,
    "--header 'Content-Type: application/json'",
    // Not --data, which takes a leading @ for the name of a file.
    `--data-raw ${quoted(visibleJson(body))}`,
  ].join(' \\\n  ')}\n`;
}

/** Within single quotes a shell takes every character as it is, but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
