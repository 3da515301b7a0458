/** Formats in which VS Code and operating systems hand over dragged files, best first. */
const uriTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** True if the drag names files. */
export function mayHoldUris({ types }: Pick<DataTransfer, 'types'>): boolean {
  return uriTypes.some((type) => types.includes(type));
}

/** Returns the URIs of dropped files. Those of web pages are left out, so that they are dropped as text. */
export function droppedUris(data: Pick<DataTransfer, 'getData'>): string[] {
  const list = uriTypes.map((type) => data.getData(type)).find((text) => text !== '') ?? '';
  return list
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^(?:https?|mailto|data|blob):/i.test(line));
}
