import { cleanText } from '../../cleanText.ts';
import { defined } from '../../defined.ts';
import type { Prompt } from '../prompt.ts';
import { readConversations, readTurns, type Turns, turnsOf } from './chatTurns.ts';
import { readExpectedCells, readPromptfooTest, userTurn } from './promptfooTest.ts';
import { type RowContext, readChecks } from './readChecks.ts';
import { type Remarks, RowFault, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isFields, isText, type SetRow } from './setRow.ts';
import { columnFill } from './template.ts';

/** A prompt whose id need not be unique yet, nor be there. */
export type RowPrompt = Omit<Prompt, 'id'> & { id?: string };

interface Form {
  isIt: (row: Fields) => boolean;
  /** The keys that are read, besides those that every form may have. */
  keys: readonly string[];
  read: (
    row: Fields,
    context: RowContext,
    promptColumn?: string,
  ) => Turns & Partial<Pick<Prompt, 'expected' | 'checks'>>;
  /** A row has the answer that a model was or will be trained on. */
  isTraining?: true;
}

const has = (row: Fields, key: string) => field(row, key) !== undefined;
const hasList = (row: Fields, key: string) => Array.isArray(field(row, key));

/** What a row can be, in the order in which it is tried. */
const forms: readonly Form[] = [
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
    isIt: (row) => has(row, 'custom_id') && isFields(field(row, 'body')),
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
    isIt: (row) => isText(field(row, 'instruction')),
    keys: ['instruction', 'input', 'output', 'system', 'history'],
    read: readAlpaca,
    isTraining: true,
  },
  {
    isIt: (row) => has(row, 'vars') || has(row, 'assert'),
    keys: ['vars', 'assert', 'prompt', 'options'],
    read: readPromptfooTest,
  },
  { isIt: (row) => has(row, 'input'), keys: ['input', 'target'], read: readInspectSample },
  {
    isIt: (row) => has(row, 'prompt'),
    keys: ['prompt', 'completion'],
    read: readCompletion,
    isTraining: true,
  },
  {
    isIt: (row) => has(row, 'query'),
    keys: ['query'],
    read: (row) => userTurn(textIn(row, 'query')),
  },
];

/** Those whose keys are texts. */
const cellForms = forms.filter(
  ({ keys }) =>
    ['instruction', 'input', 'prompt', 'query'].includes(keys[0] ?? '') && !keys.includes('messages'),
);

const commonKeys = ['id', 'group', 'expected', 'checks'];

/** Reads a row in the first form that it has. Throws a `RowFault` if it can't be used. */
export function readRow(
  { line, value, columns }: SetRow,
  remarks: Remarks,
  promptColumn?: string,
): RowPrompt {
  if (!isFields(value)) throw new RowFault(says('Left out: not a JSON object.'));
  const cells = columns && withoutEmpty(value);
  const used = new Set<string>();
  const fill = columnFill(new Map(Object.entries(cells ?? {}).filter(hasText)), used);
  const context = { line, remarks, fill, used };
  const row = cells ?? value;
  const form = cells ? cellForm(cells, columns, promptColumn) : forms.find(({ isIt }) => isIt(row));
  if (!form) throw new RowFault(says('Left out: no prompt found.'));
  const found = form.read(row, context, promptColumn);
  const own = readChecks(field(row, 'checks'), context);
  const cellChecks = readExpectedCells(columns ? row : {}, context);
  const checks = [...(found.checks ?? []), ...own, ...cellChecks.checks];
  const hasChecks = has(row, 'checks') || has(row, 'assert') || cellChecks.isAnyGiven;
  remarkOn(row, form, context, found.reference !== undefined);
  const expected =
    found.expected ??
    (has(row, 'expected') ? shortText(row, 'expected', Number.POSITIVE_INFINITY) : undefined);
  const isOnlyShown = hasChecks && checks.length === 0;
  return defined({
    line,
    id: has(row, 'custom_id')
      ? shortText(row, 'custom_id')
      : has(row, 'id')
        ? shortText(row, 'id')
        : undefined,
    messages: found.messages,
    expected: isOnlyShown ? undefined : expected,
    reference: found.reference ?? (isOnlyShown ? expected : undefined),
    checks,
    group: has(row, 'group') ? shortText(row, 'group') : undefined,
  });
}

function remarkOn(
  row: Fields,
  { keys, isTraining }: Form,
  { line, remarks, used }: RowContext,
  hasAnswer: boolean,
): void {
  if (isTraining && hasAnswer)
    remarks.add(
      line,
      saysHowMany(
        'Rows with their own answer, as in training data ({0}). Rows that the adapter was trained on prove nothing.',
      ),
    );
  const isKnown = (key: string) =>
    keys.includes(key) || commonKeys.includes(key) || used.has(key) || /^__expected\d*$/u.test(key);
  for (const [key, value] of Object.entries(row)) {
    if (isKnown(key) || value === null) continue;
    remarks.add(line, saysHowMany('Not used: “{0}” ({1}).', cleanText(key, 40)));
  }
}

/** A CSV file has the same forms, but its prompt may be in any column. */
function cellForm(cells: Fields, columns: readonly string[] = [], promptColumn?: string): Form | undefined {
  // promptfoo's columns are variables, whatever their names.
  const isVariables = promptColumn !== undefined || columns.some((name) => name.startsWith('__'));
  const known = isVariables ? undefined : cellForms.find(({ isIt }) => isIt(cells));
  if (known) return known;
  const free = columns.filter((name) => name !== '' && !name.startsWith('__') && !commonKeys.includes(name));
  const column = promptColumn ?? (columns.includes('prompt') || free.length !== 1 ? 'prompt' : free[0]) ?? '';
  if (!columns.includes(column))
    throw new RowFault(says('No column is called “prompt”. Choose one.'), { columns: free });
  return {
    isIt: () => true,
    keys: [column],
    read: (row, { fill }) => userTurn(fill(textIn(row, column))),
  };
}

function hasText(entry: [string, unknown]): entry is [string, string] {
  return isText(entry[1]);
}

function withoutEmpty(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(hasText));
}

function isQuestion(row: Fields): boolean {
  const messages = field(row, 'messages');
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isFields(last) && field(last, 'role') === 'user';
}

function readCompletion(row: Fields, { fill }: RowContext): Turns {
  const [prompt, completion] = [field(row, 'prompt'), field(row, 'completion')];
  // TRL has both as messages, too.
  if (Array.isArray(prompt)) return readTurns([...prompt, ...(Array.isArray(completion) ? completion : [])]);
  return { ...userTurn(fill(textIn(row, 'prompt'))), ...(isText(completion) && { reference: completion }) };
}

function readBatchLine(row: Fields, { line, remarks }: RowContext): Turns {
  const body = field(row, 'body');
  if (!isFields(body) || !hasList(body, 'messages'))
    throw new RowFault(says('Left out: “body” has no messages.'));
  for (const key of Object.keys(body))
    if (key !== 'messages')
      remarks.add(line, saysHowMany('Not used: “{0}” ({1}).', `body.${cleanText(key, 40)}`));
  const { messages, reference } = readTurns(field(body, 'messages'));
  return defined({ messages, reference });
}

function systemTurn(row: Fields): { role: 'system'; content: string }[] {
  const system = field(row, 'system');
  return isText(system) ? [{ role: 'system', content: system }] : [];
}

function readAlpaca(row: Fields): Turns {
  const [input, output, history] = [field(row, 'input'), field(row, 'output'), field(row, 'history')];
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

function readInspectSample(row: Fields): ReturnType<Form['read']> {
  const [input, target] = [field(row, 'input'), field(row, 'target')];
  const turns = Array.isArray(input) ? readTurns(input) : userTurn(textIn(row, 'input'));
  if (!Array.isArray(target))
    return has(row, 'target') ? { ...turns, expected: textIn(row, 'target') } : turns;
  const answers = target.filter(isText);
  const [only] = answers;
  if (only === undefined) return turns;
  if (answers.length === 1) return { ...turns, expected: only };
  return { ...turns, checks: [{ type: 'equals-any', value: answers }] };
}

function textIn(row: Fields, key: string): string {
  const value = field(row, key);
  if (typeof value === 'number') return String(value);
  if (!isText(value)) throw new RowFault(says('Left out: “{0}” must be text and not empty.', key));
  return value;
}

function shortText(row: Fields, key: string, max = 200): string {
  const text = textIn(row, key);
  if (text.length > max)
    throw new RowFault(says('Left out: “{0}” must have at most {1} characters.', key, max));
  return text;
}
