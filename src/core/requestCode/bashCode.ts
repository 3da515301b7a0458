import { shellJson } from './codeText.ts';
import { headerVariable, keyVariable, type RequestParts, shellUrl } from './requestParts.ts';

/** Linux takes no longer argument than 128 KB; a pasted file or picture is one. In UTF-16 units, of at most three bytes. */
const longestArgument = 40_000;

/** A command of curl for bash and other POSIX shells. */
export function bashCode({ apiUrl, body, headerNames }: RequestParts): string {
  const headers = headerNames.map((name) => `--header ${quoted(`${name}: `)}"$${headerVariable(name)}"`);
  const json = shellJson(body);
  return `${[
    `curl ${quoted(shellUrl(apiUrl))}`,
    '--no-buffer',
    `--header "Authorization: Bearer $${keyVariable}"`,
    ...headers,
    "--header 'Content-Type: application/json'",
    // Not --data, which takes a leading @ for the name of a file. No line of JSON is the bare word that ends the text.
    json.length > longestArgument ? `--data-binary @- <<'BODY'\n${json}\nBODY` : `--data-raw ${quoted(json)}`,
  ].join(' \\\n  ')}\n`;
}

/** Within single quotes a shell takes every character as it is, but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
