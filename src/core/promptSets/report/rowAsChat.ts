import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { ChatMessage } from '../../../api/types.ts';
import { type Attachment, attachmentSchema } from '../../attachments/attachment.ts';
import { newConversation } from '../../chats/columns/columnSet.ts';
import { type Column, maxColumns } from '../../chats/tree/column.ts';
import type { Answer, Conversation, Question } from '../../chats/tree/conversation.ts';
import { firstTitle } from '../../chats/tree/questionText.ts';
import { type Asked, contentText, withTools } from '../prompt.ts';
import type { Run } from '../run/runRecord.ts';
import type { RowCell, RunRow } from './runRows.ts';

/** What was said in turn, by the user first and last. */
interface Said extends Pick<Question, 'text' | 'attachments'> {
  role: 'user' | 'assistant';
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
  const { questions, answers } = turnsOf(said, chat.columns, settings);
  const last = [...questions.keys()].at(-1) ?? '';
  const [column, ...more] = chat.columns.map((one, at): Column => {
    const given = cells
      .filter(({ model }) => model === models[at]?.[0])
      .flatMap((cell) => answerIn(cell, last, one, settings));
    for (const answer of given) answers.set(answer.id, answer);
    return { ...one, last: given.at(-1)?.id ?? last };
  });
  if (!column) return undefined;
  const [question] = questions.values();
  return { ...chat, title: firstTitle(question), questions, answers, columns: [column, ...more] };
}

/** A prompt's own system message takes the place of the run's. Its tools are further fields. */
function settingsOf(prompt: Asked, run: Run): Run['settings'] {
  const settings = withTools(run.settings, prompt);
  const own = prompt.messages.filter(({ role }) => role === 'system').map(contentText);
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
    } else said.push({ role, text, ...(attachments && { attachments }) });
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

/** Returns the questions that were said, each asked after what each column answered before, which all say the same. */
function turnsOf(said: readonly Said[], columns: readonly Column[], settings: Run['settings']) {
  const questions = new Map<string, Question>();
  const answers = new Map<string, Answer>();
  let question = '';
  let after: Record<string, string> = {};
  for (const { role, text, attachments } of said) {
    const at = Date.now();
    if (role === 'user') {
      question = randomUUID();
      questions.set(question, { id: question, text, after, at, ...(attachments && { attachments }) });
    } else {
      const given = columns.map((column) =>
        newAnswer(column, question, settings, { text, reasoning: '', state: 'complete', at }),
      );
      for (const answer of given) answers.set(answer.id, answer);
      after = Object.fromEntries(given.map(({ column, id }) => [column, id]));
    }
  }
  return { questions, answers };
}

function answerIn(
  { result }: RowCell,
  question: string,
  column: Column,
  settings: Run['settings'],
): Answer[] {
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
  return [newAnswer(column, question, settings, answer)];
}

function newAnswer(
  { id: column, connectionId, name }: Column,
  question: string,
  { systemPrompt }: Run['settings'],
  answer: Partial<Answer> & Pick<Answer, 'text' | 'reasoning' | 'state' | 'at'>,
): Answer {
  const settings = { ...(systemPrompt !== undefined && { systemPrompt }), ...answer.settings };
  return { id: randomUUID(), question, connectionId, name, column, ...answer, settings };
}
