import * as v from 'valibot';

// As @vscode/prompt-tsx writes it: a piece has `children`, a text has `text`, both in one kind of node.
const nodeSchema = v.object({
  node: v.optional(v.unknown()),
  text: v.optional(v.string()),
  children: v.optional(v.array(v.unknown())),
});

/** Returns the text of a tool's result that was written with @vscode/prompt-tsx, e.g. by VS Code's own tools. */
export function tsxText(value: unknown): string {
  const read = v.safeParse(nodeSchema, value);
  if (!read.success) return '';
  const { node, text = '', children = [] } = read.output;
  return text + (node === undefined ? '' : tsxText(node)) + children.map(tsxText).join('');
}
