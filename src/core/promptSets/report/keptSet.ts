import type { ChatMessage } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';

/** Yields the prompts that a run has kept as a set in JSON lines, which `readPromptSet` reads as the same prompts. */
export async function* keptSetLines(file: RunFile): AsyncGenerator<string, void> {
  for (let at = 0; at < file.run.prompts; at++) {
    const prompt = await file.prompt(at);
    if (prompt) yield `${JSON.stringify(rowOf(prompt))}\n`;
  }
}

function rowOf({ id, messages, expected, reference, checks, group }: Prompt) {
  // An answer behind the user's turn is only shown.
  const answer = reference === undefined ? [] : [{ role: 'assistant', content: reference }];
  return defined({
    id,
    messages: [...messages.map(wireMessage), ...answer],
    expected,
    checks: checks.length > 0 ? checks : undefined,
    group,
  });
}

function wireMessage({ role, content }: ChatMessage) {
  if (typeof content === 'string') return { role, content };
  const parts = content.map((part) =>
    part.type === 'text' ? part : { type: 'image_url', image_url: { url: part.url } },
  );
  return { role, content: parts };
}
