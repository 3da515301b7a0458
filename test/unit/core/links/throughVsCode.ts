/** What a link's handler gets of it: VS Code splits a link and decodes each part once, as far as that is possible (`URI.parse`). */
export function throughVsCode(link: string): { path: string; query: string } {
  const [, path = '', query = ''] = /^[^:]+:\/\/[^/?#]*([^?#]*)(?:\?([^#]*))?/u.exec(link) ?? [];
  return { path: decoded(path), query: decoded(query) };
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-z]{2})+/giu, gracefully);
}

function gracefully(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.length > 3 ? text.slice(0, 3) + gracefully(text.slice(3)) : text;
  }
}
