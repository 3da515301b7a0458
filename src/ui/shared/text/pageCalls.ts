import type { ToolCall } from '../../../api/types.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageCall } from '../../../protocol/messages.ts';

/** So many characters of a call's arguments are shown. */
const longest = 20_000;

export function pageCalls(calls: readonly ToolCall[]): PageCall[] {
  return calls.map(({ name, arguments: args }) => {
    const text = indented(args);
    const isCut = text.length > longest;
    return { name: cleanText(name), arguments: isCut ? `${text.slice(0, longest)}…` : text };
  });
}

/** Broken JSON stays as it is. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}
