import { type CodeRequest, headerVariable, keyVariable, shellUrl } from './codeRequest.ts';
import { shellJson } from './codeText.ts';

/** Linux limits an argument to 128 KB, which a pasted file or image exceeds. In UTF-16 units, at most three bytes each. */
const longestArgument = 40_000;

/** Returns a curl command for bash and other POSIX shells. */
export function bashCode({ apiUrl, body, headerNames }: CodeRequest): string {
  const headers = headerNames.map((name) => `--header ${quoted(`${name}: `)}"$${headerVariable(name)}"`);
  const json = shellJson(body);
  return `${[
    `curl ${quoted(shellUrl(apiUrl))}`,
    '--no-buffer',
    `--header "Authorization: Bearer $${keyVariable}"`,
    ...headers,
    "--header 'Content-Type: application/json'",
    // Not --data, which reads a leading @ as a file name. No line of JSON is the bare word that ends the heredoc.
    json.length > longestArgument ? `--data-binary @- <<'BODY'\n${json}\nBODY` : `--data-raw ${quoted(json)}`,
  ].join(' \\\n  ')}\n`;
}

/** Within single quotes a shell takes every character literally except the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
