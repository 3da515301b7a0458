import { writeMessage } from '../../../api/chat/batchWire.ts';
import { defined } from '../../../base/defined.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';

/** Yields the prompts that a run has kept as a set in JSON lines. */
export function keptSetLines(file: RunFile): AsyncGenerator<string, void> {
  return setLines(keptPrompts(file));
}

async function* keptPrompts(file: RunFile): AsyncGenerator<Prompt, void> {
  for (let at = 0; at < file.run.prompts; at++) {
    const prompt = await file.prompt(at);
    if (prompt) yield prompt;
  }
}

/** Yields prompts as a set in JSON lines, which `readPromptSet` reads as the same prompts. */
export async function* setLines(prompts: AsyncIterable<Prompt>): AsyncGenerator<string, void> {
  for await (const prompt of prompts) yield `${JSON.stringify(rowOf(prompt))}\n`;
}

function rowOf({ id, messages, expected, reference, checks, group, tags, offered }: Prompt) {
  // An answer behind the user's turn is only shown.
  const answer = reference === undefined ? [] : [{ role: 'assistant', content: reference }];
  return defined({
    id,
    messages: [...messages.map(writeMessage), ...answer],
    ...offered,
    expected,
    checks: checks.length > 0 ? checks : undefined,
    group,
    tags,
  });
}
