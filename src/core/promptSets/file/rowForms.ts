import { isObject } from '../../../base/json.ts';
import { cleanText } from '../../cleanText.ts';
import type { Asked, Prompt } from '../prompt.ts';
import { readAsked, readConversations, readTurns, type Turns, turnsOf, userTurn } from './chatTurns.ts';
import { readPromptfooTest } from './promptfooTest.ts';
import type { RowContext } from './readChecks.ts';
import { RowFault, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isText } from './setRow.ts';
import { readTools, toolKeys } from './toolTurns.ts';

/** What a row can be: how it is told, and what it says. */
export interface RowForm {
  isIt: (row: Fields) => boolean;
  /** The keys that are read, besides those that every form may have. */
  keys: readonly string[];
  read: (
    row: Fields,
    context: RowContext,
    promptColumn?: string,
  ) => Turns & Partial<Pick<Prompt, 'expected' | 'checks'> & Asked>;
  /** A row has the answer that a model was or will be trained on. */
  isTraining?: true;
}

export const has = (row: Fields, key: string) => field(row, key) !== undefined;
const hasList = (row: Fields, key: string) => Array.isArray(field(row, key));

/** What a row can be, in the order in which it is tried. A prompt is one, whatever else stands beside it. */
export const rowForms: readonly RowForm[] = [
  {
    isIt: (row) =>
      isQuestion(row) ||
      (has(row, 'checks') && hasList(row, 'messages')) ||
      (has(row, 'prompt') && (has(row, 'checks') || has(row, 'expected'))),
    keys: ['prompt', 'messages', 'completion'],
    read: (row, context) =>
      has(row, 'messages') ? readTurns(field(row, 'messages')) : readCompletion(row, context),
  },
  {
    isIt: (row) => has(row, 'custom_id') && isObject(field(row, 'body')),
    keys: ['custom_id', 'method', 'url', 'body'],
    read: readBatchLine,
  },
  {
    isIt: (row) => hasList(row, 'messages'),
    keys: ['messages'],
    read: (row) => readTurns(field(row, 'messages')),
    isTraining: true,
  },
  {
    isIt: (row) => hasList(row, 'conversations'),
    keys: ['conversations', 'system'],
    read: (row) => turnsOf([...systemTurn(row), ...readConversations(field(row, 'conversations'))]),
    isTraining: true,
  },
  {
    isIt: (row) => isText(field(row, 'instruction')) && !has(row, 'prompt'),
    // Dolly calls them `context` and `response`.
    keys: ['instruction', 'input', 'context', 'output', 'response', 'system', 'history'],
    read: readAlpaca,
    isTraining: true,
  },
  {
    isIt: (row) => has(row, 'vars') || has(row, 'assert'),
    keys: ['vars', 'assert', 'prompt', 'options', 'metadata'],
    read: readPromptfooTest,
  },
  {
    isIt: (row) => has(row, 'input') && !has(row, 'prompt'),
    keys: ['input', 'target', 'metadata'],
    read: readInspectSample,
  },
  {
    isIt: (row) => has(row, 'prompt'),
    keys: ['prompt', 'completion', 'label'],
    read: readCompletion,
    isTraining: true,
  },
  {
    isIt: (row) => has(row, 'query'),
    keys: ['query'],
    read: (row) => userTurn(textIn(row, 'query')),
  },
];

function isQuestion(row: Fields): boolean {
  const messages = field(row, 'messages');
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isObject(last) && ['user', 'tool'].includes(String(field(last, 'role')));
}

function readCompletion(row: Fields, { line, remarks, fill }: RowContext): Turns {
  const prompt = field(row, 'prompt');
  // KTO's data has answers to be avoided, too. In a CSV file all is text; pandas writes "False".
  const isBad = /^false$/iu.test(String(field(row, 'label')));
  const completion = isBad ? undefined : field(row, 'completion');
  if (isBad) remarks.add(line, saysHowMany('Not used: answers whose “label” is false ({0}).'));
  // TRL has both as messages, too.
  if (Array.isArray(prompt)) return readTurns([...prompt, ...(Array.isArray(completion) ? completion : [])]);
  return { ...userTurn(fill(textIn(row, 'prompt'))), ...(isText(completion) && { reference: completion }) };
}

function readBatchLine(row: Fields, { line, remarks }: RowContext): Turns & Asked {
  const body = field(row, 'body');
  if (!isObject(body) || !hasList(body, 'messages'))
    throw new RowFault(says('Left out: “body” has no messages.'));
  for (const key of Object.keys(body))
    if (key !== 'messages' && !toolKeys.includes(key))
      remarks.add(line, saysHowMany('Not used: “{0}” ({1}).', `body.${cleanText(key, 40)}`));
  return { ...readAsked(field(body, 'messages')), ...readTools(body) };
}

function systemTurn(row: Fields): { role: 'system'; content: string }[] {
  const system = field(row, 'system');
  return isText(system) ? [{ role: 'system', content: system }] : [];
}

function readAlpaca(row: Fields): Turns {
  const input = field(row, 'input') ?? field(row, 'context');
  const output = field(row, 'output') ?? field(row, 'response');
  const history = field(row, 'history');
  const question = isText(input) ? `${textIn(row, 'instruction')}\n${input}` : textIn(row, 'instruction');
  const earlier = (Array.isArray(history) ? history : []).flatMap((pair: unknown) => {
    const [asked, answered]: unknown[] = Array.isArray(pair) ? pair : [];
    if (typeof asked !== 'string' || typeof answered !== 'string')
      throw new RowFault(says('Left out: “history” must be a list of questions with answers.'));
    return [{ role: 'user', content: asked } as const, { role: 'assistant', content: answered } as const];
  });
  const messages = [...systemTurn(row), ...earlier, { role: 'user', content: question } as const];
  return { messages, ...(isText(output) && { reference: output }) };
}

function readInspectSample(row: Fields): ReturnType<RowForm['read']> {
  const [input, target] = [field(row, 'input'), field(row, 'target')];
  if (has(row, 'choices'))
    throw new RowFault(says('Left out: it has “choices”, which Inspect would ask in its own words.'));
  const turns = Array.isArray(input) ? readAsked(input) : userTurn(textIn(row, 'input'));
  if (!Array.isArray(target))
    return has(row, 'target') ? { ...turns, expected: textIn(row, 'target') } : turns;
  const answers = target.map((one: unknown) => (typeof one === 'number' ? String(one) : one)).filter(isText);
  const [only] = answers;
  if (only === undefined) return turns;
  if (answers.length === 1) return { ...turns, expected: only };
  return { ...turns, checks: [{ type: 'equals-any', value: answers }] };
}

export function textIn(row: Fields, key: string): string {
  const value = field(row, key);
  if (typeof value === 'number') return String(value);
  if (!isText(value)) throw new RowFault(says('Left out: “{0}” must be text and not empty.', key));
  return value;
}
