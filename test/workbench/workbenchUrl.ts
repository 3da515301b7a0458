import { pathToFileURL } from 'node:url';

export interface Development {
  extensionDevelopmentPath?: string;
  extensionTestsPath?: string;
}

/** Returns the address that opens `folder`, with the extension in development (and its tests) if `development` is set. */
export function workbenchUrl(authority: string, folder: string, development: Development = {}): string {
  const query = new URLSearchParams({ folder: decodeURIComponent(pathToFileURL(folder).pathname) });
  const paths = [
    ['extensionDevelopmentPath', development.extensionDevelopmentPath],
    ['extensionTestsPath', development.extensionTestsPath],
  ] as const;
  const payload = paths.flatMap(([name, file]) =>
    file ? [[name, `vscode-remote://${authority}${pathToFileURL(file).pathname}`]] : [],
  );
  if (payload.length > 0) query.set('payload', JSON.stringify([...payload, ['skipWelcome', 'true']]));
  return `http://${authority}/?${query}`;
}
