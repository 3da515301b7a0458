import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { ChatMessage } from '../../../api/types.ts';
import { type Attachment, attachmentSchema } from '../../attachments/attachment.ts';
import { newConversation } from '../../chats/columns/columnSet.ts';
import { type Column, maxColumns } from '../../chats/tree/column.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from '../../chats/tree/conversation.ts';
import { firstTitle } from '../../chats/tree/userTurn.ts';
import type { Prompt } from '../prompt.ts';
import type { Run } from '../run/runRecord.ts';
import { contentText } from './promptText.ts';
import type { RowCell, RunRow } from './runRows.ts';

/** What was said in turn, by the user first and last. */
interface Said extends Pick<UserTurn, 'text' | 'attachments'> {
  role: 'user' | 'assistant';
  /** Of a question: the same in all columns. */
  ask: string;
}

/**
 * Returns a chat with a column per model, in which the prompt was asked and answered as in the run: earlier answers of the prompt are the
 * model's own there, and repeated answers versions of one. The base against itself has no column. `undefined` if a chat can't hold
 * the prompt, for instance since it has messages of tools.
 */
export function rowAsChat({ asked, cells }: RunRow, run: Run): Conversation | undefined {
  const said = asked && saidIn(asked.messages);
  const models = [...run.models.entries()]
    .filter(([, { isNoiseFloor }]) => !isNoiseFloor)
    .slice(0, maxColumns);
  const [first, ...others] = models.map(([, model]) => model);
  if (!said || !first) return undefined;
  const settings = settingsOf(asked, run);
  const chat = newConversation([first, ...others], settings);
  const turns = new Map<string, Turn>();
  const leaves = chat.columns.map((column, at) => {
    const path = pathOf(said, column, settings);
    const question = path.at(-1)?.id ?? '';
    const answers = cells
      .filter(({ model }) => model === models[at]?.[0])
      .flatMap((cell) => answerTurn(cell, question, column, settings));
    for (const turn of [...path, ...answers]) turns.set(turn.id, turn);
    return answers.at(-1)?.id ?? question;
  });
  const [column, ...more] = chat.columns.map((one, at): Column => ({ ...one, leaf: leaves[at] ?? '' }));
  if (!column) return undefined;
  const [question] = turns.values();
  const title = firstTitle(question?.role === 'user' ? question : undefined);
  return { ...chat, title, turns, columns: [column, ...more] };
}

/** A prompt's own system message takes the place of the run's. */
function settingsOf({ messages }: Pick<Prompt, 'messages'>, { settings }: Run): Run['settings'] {
  const own = messages.filter(({ role }) => role === 'system').map(contentText);
  return own.length === 0 ? settings : { ...settings, systemPrompt: own.join('\n\n') };
}

/** Messages of one role that follow each other are one turn. */
function saidIn(messages: readonly ChatMessage[]): Said[] | undefined {
  const said: Said[] = [];
  for (const message of messages) {
    const { role } = message;
    if (role === 'system') continue;
    if (role === 'tool' || message.toolCalls) return undefined;
    const { text, attachments } = contentOf(message);
    const last = said.at(-1);
    if (last?.role === role) {
      last.text = `${last.text}\n\n${text}`;
      if (attachments) last.attachments = [...(last.attachments ?? []), ...attachments];
    } else said.push({ role, ask: randomUUID(), text, ...(attachments && { attachments }) });
  }
  return said[0]?.role === 'user' && said.at(-1)?.role === 'user' ? said : undefined;
}

/** A picture that is not in the prompt itself stays an address. */
function contentOf({ content }: ChatMessage): { text: string; attachments?: Attachment[] } {
  if (typeof content === 'string') return { text: content };
  const attachments: Attachment[] = [];
  const rest = content.filter((part) => {
    const picture =
      part.type === 'image' ? { name: `picture ${attachments.length + 1}`, image: part.url } : undefined;
    if (!v.is(attachmentSchema, picture)) return true;
    attachments.push(picture);
    return false;
  });
  return { text: contentText({ content: rest }), ...(attachments.length > 0 && { attachments }) };
}

/** The first question is one turn for all columns; later ones follow each column's own answers. */
function pathOf(said: readonly Said[], column: Column, settings: Run['settings']): Turn[] {
  const path: Turn[] = [];
  for (const { role, ask, text, attachments } of said) {
    const parent = path.at(-1)?.id;
    if (role === 'assistant')
      path.push(
        answerOf(column, parent ?? '', settings, { text, reasoning: '', state: 'complete', at: Date.now() }),
      );
    else
      path.push({
        ...{ role, parent, text, at: Date.now() },
        ...(parent === undefined ? { id: ask } : { id: randomUUID(), ask }),
        ...(attachments && { attachments }),
      });
  }
  return path;
}

function answerTurn(
  { result }: RowCell,
  parent: string,
  column: Column,
  settings: Run['settings'],
): AnswerTurn[] {
  if (!result || result.state === 'stopped') return [];
  const {
    v: _v,
    is: _is,
    prompt: _prompt,
    model: _model,
    repetition: _repetition,
    attempt: _attempt,
    ...answer
  } = result;
  return [answerOf(column, parent, settings, answer)];
}

function answerOf(
  { id: column, connectionId, name }: Column,
  parent: string,
  { systemPrompt }: Run['settings'],
  answer: Partial<AnswerTurn> & Pick<AnswerTurn, 'text' | 'reasoning' | 'state' | 'at'>,
): AnswerTurn {
  const settings = { ...(systemPrompt !== undefined && { systemPrompt }), ...answer.settings };
  return { role: 'assistant', id: randomUUID(), parent, connectionId, name, column, ...answer, settings };
}
