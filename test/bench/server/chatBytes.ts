import { createHash } from 'node:crypto';

/** `english` has only ASCII letters; `mixed` makes every read a string with two bytes per character. */
export type Script = 'english' | 'mixed';

const words: Record<Script, readonly string[]> = {
  english: ['The', ' adapter', ' keeps', ' its', ' tone', ',', ' also', ' in', ' long', ' answers', '.\n'],
  mixed: ['Der', ' Adapter', ' hält', ' den', ' Ton', ',', ' auch', ' ✓', ' 模型', ' – ', '.\n'],
};

/** What all contenders must have received. */
export interface Received {
  characters: number;
  checksum: string;
}

export function describeText(text: string): Received {
  return { characters: text.length, checksum: createHash('sha256').update(text).digest('hex') };
}

/** The text of an invented answer, piece by piece: one for each chunk with text. */
export function* chatPieces(chunks: number, script: Script): Generator<string> {
  const some = words[script];
  for (let n = 0; n < chunks; n += 1) yield `${some[n % some.length]}${n % 97 === 0 ? ` ${n}` : ''}`;
}

/** An answer as the reference service sends it: a role, the pieces, a finish reason, usage and `[DONE]`. */
export function writeChat(chunks: number, script: Script): Buffer {
  const events = [writeChunk({ role: 'assistant', content: '' })];
  for (const content of chatPieces(chunks, script)) events.push(writeChunk({ content }));
  const usage = { prompt_tokens: 12, completion_tokens: chunks, total_tokens: chunks + 12 };
  events.push(writeChunk({}, 'stop'), writeEvent({ ...head, choices: [], usage }), 'data: [DONE]\n\n');
  return Buffer.from(events.join(''));
}

const head = {
  id: 'chatcmpl-9f86d081884c7d659a2feaa0',
  created: 1_790_000_000,
  model: 'bench',
  object: 'chat.completion.chunk',
};

function writeChunk(delta: object, finishReason: string | null = null): string {
  return writeEvent({ ...head, choices: [{ index: 0, delta, finish_reason: finishReason }], usage: null });
}

function writeEvent(json: object): string {
  return `data: ${JSON.stringify(json)}\n\n`;
}
