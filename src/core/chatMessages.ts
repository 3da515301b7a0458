import type { ChatMessage, ChatRequest } from '../api/types.ts';
import type { ChatSettings } from './chatSettings.ts';
import type { Turn } from './conversation.ts';

/** What is asked for when an answer that was cut shall go on. No field of the OpenAI form says so. */
const continuation = 'Go on exactly where your last message ended. Repeat nothing, and do not comment on it.';

/**
 * The request for the next answer on a path that ends with the person's turn or, to continue it, with an unfinished
 * answer. Reasoning is never sent back. An answer without text is left out, since servers refuse empty content, and
 * what the person said before and after it becomes one message: many chat templates refuse two of one role in a row.
 */
export function chatRequest(model: string, settings: ChatSettings, path: readonly Turn[]): ChatRequest {
  const messages: ChatMessage[] = [];
  if (settings.systemPrompt) messages.push({ role: 'system', content: settings.systemPrompt });
  let previous: { role: 'user' | 'assistant'; content: string } | undefined;
  for (const { role, text } of path) {
    if (text === '') continue;
    if (previous?.role === role) previous.content += `\n\n${text}`;
    else {
      previous = { role, content: text };
      messages.push(previous);
    }
  }
  if (path.at(-1)?.role === 'assistant') messages.push({ role: 'user', content: continuation });
  const { systemPrompt: _said, ...rest } = settings;
  return { model, messages, ...rest };
}
