import { type LinkedModel, maxLinkName } from './link.ts';
import { isPlainName } from './plainText.ts';

const extensionId = 'hosted-models.hosted-models';

/**
 * Returns a link to a model's details, which says nothing but its name, its kind and its connection's host; `undefined` if
 * `readLink` would refuse the name. `scheme`: VS Code's own, e.g. `vscode`.
 */
export function writeLink(scheme: string, { name, kind }: LinkedModel, host: string): string | undefined {
  if (name === '' || name.length > maxLinkName || !isPlainName(name)) return undefined;
  const parameters = [`name=${encodeValue(name)}`, `connection=${encodeValue(host)}`];
  if (kind !== undefined) parameters.push(`kind=${kind}`);
  return `${scheme}://${extensionId}/model?${parameters.join('&')}`;
}

/**
 * VS Code decodes a link once before it passes it on. A value in which that would look like a separator or an escape is encoded
 * twice; others are encoded once, which is easier to read.
 */
function encodeValue(value: string): string {
  if (/[%&]/u.test(value)) return encode(encode(value));
  return encode(value).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

/** Also what would end a link in Markdown or a shell. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
