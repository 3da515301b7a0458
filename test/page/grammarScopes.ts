import hljs from 'highlight.js';

/** The grammars that src/webview/markdown/code/highlight.ts registers. */
const languages =
  'bash c cpp csharp css diff go java javascript json markdown python rust sql typescript xml yaml'.split(
    ' ',
  );
const scopeKeys = ['scope', 'className', 'beginScope', 'endScope'];

/** The class of every kind of token that these grammars distinguish, such as "hljs-title function_". */
export function grammarClasses(): string[] {
  const scopes = new Set<string>();
  for (const name of languages) gather(hljs.getLanguage(name), scopes, new Set());
  return [...scopes].filter((scope) => /^[a-z]/.test(scope)).map(toClass);
}

function gather(mode: unknown, scopes: Set<string>, seen: Set<object>): void {
  if (typeof mode !== 'object' || mode === null || mode instanceof RegExp || seen.has(mode)) return;
  seen.add(mode);
  for (const [key, value] of Object.entries(mode)) {
    if (scopeKeys.includes(key)) addNames(value, scopes);
    else if (key === 'keywords') addKinds(value, scopes);
    else gather(value, scopes, seen);
  }
}

function addNames(value: unknown, scopes: Set<string>): void {
  if (typeof value === 'string') scopes.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) addNames(inner, scopes);
  }
}

/** Keywords by kind, before or after the library compiled the grammar to pairs of kind and weight. */
function addKinds(keywords: unknown, scopes: Set<string>): void {
  if (typeof keywords !== 'object' || keywords === null) return;
  for (const [key, value] of Object.entries(keywords)) {
    scopes.add(
      Array.isArray(value) && typeof value[1] === 'number' ? String(value[0]) : key.replace('$pattern', '_'),
    );
  }
}

function toClass(scope: string): string {
  const [first, ...rest] = scope.split('.');
  return [`hljs-${first}`, ...rest.map((part, depth) => part + '_'.repeat(depth + 1))].join(' ');
}
