import type { ToolCall } from '../../../api/types.ts';
import { parsedJson } from '../../../base/json.ts';
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

/** What isn't JSON stays as it is, and what would change when it is read, such as a long number. */
function indented(json: string): string {
  const value = parsedJson(json);
  const isSame =
    value !== undefined && JSON.stringify(value) === json.replace(/("(?:[^"\\]|\\.)*")|\s+/gu, '$1');
  return isSame ? JSON.stringify(value, undefined, 2) : json;
}
