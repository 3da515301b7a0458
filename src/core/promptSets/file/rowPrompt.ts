import { defined } from '../../../base/defined.ts';
import { isObject } from '../../../base/json.ts';
import { cleanText } from '../../cleanText.ts';
import { contentText, type Prompt } from '../prompt.ts';
import { userTurn } from './chatTurns.ts';
import { readExpectedCells, readPrompt } from './promptfooTest.ts';
import { type RowContext, readChecks } from './readChecks.ts';
import { has, type RowForm, rowForms, textIn } from './rowForms.ts';
import { leftOut, type Remarks, RowFault, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isText, type SetRow } from './setRow.ts';
import { columnFill, strictFill } from './template.ts';
import { readTools, toolKeys } from './toolTurns.ts';

/** A prompt whose id need not be unique yet, nor be there. */
type RowPrompt = Omit<Prompt, 'id'> & { id?: string };

const maxTags = 50;
/** In characters. What is longer is a text about the row, not a tag of many. */
const maxLength = 100;

const commonKeys = ['id', 'group', 'tags', 'expected', 'checks'];

/** Those whose keys are texts. */
const cellForms = rowForms.filter(
  ({ keys }) =>
    ['instruction', 'input', 'prompt', 'query'].includes(keys[0] ?? '') && !keys.includes('messages'),
);

/** Reads a row in the first form that it has. Throws a `RowFault` if it can't be used. */
export function readRow(
  { line, value, columns }: SetRow,
  remarks: Remarks,
  promptColumn?: string,
): RowPrompt {
  if (!isObject(value)) throw new RowFault(says('Left out: not a JSON object.'));
  const cells = columns && withoutEmpty(value);
  const used = new Set<string>();
  const texts = new Map(columns?.map((name) => [name, String(value[name])]));
  const fill = (isPromptfoo(columns) ? strictFill : columnFill)(texts, used);
  const context = { line, remarks, fill, used };
  const row = cells ?? value;
  const form = cells ? cellForm(cells, columns, promptColumn) : rowForms.find(({ isIt }) => isIt(row));
  if (!form) throw new RowFault(says('Left out: no prompt found.'));
  const read = form.read(row, context, promptColumn);
  const tools = cells || saysItsTools(read) ? {} : readTools(row);
  if (tools.offered) for (const key of toolKeys) used.add(key);
  const { reference, expected: formExpected, checks: formChecks = [], ...asked } = { ...tools, ...read };
  const own = readChecks(
    field(row, 'checks'),
    context,
    has(row, 'assert') ? undefined : field(row, 'threshold'),
  );
  const cellChecks = readExpectedCells(columns ? row : {}, context);
  const checks = [...formChecks, ...own, ...cellChecks.checks];
  const given = field(row, 'checks');
  // An empty list is no check.
  const hasOwn = given !== undefined && !(Array.isArray(given) && given.length === 0);
  const hasChecks = hasOwn || has(row, 'assert') || cellChecks.hasChecks;
  remarkOn(row, form, context, reference !== undefined);
  const expected = formExpected ?? cellChecks.expected ?? textAt(row, 'expected', Number.POSITIVE_INFINITY);
  const isOnlyShown = hasChecks && checks.length === 0;
  const metadata = columns ? cellMetadata(row) : form.keys.includes('metadata') && field(row, 'metadata');
  const tags = readTags(row, metadata, context, columns !== undefined);
  return defined({
    line,
    id: textAt(row, 'custom_id') ?? textAt(row, 'id'),
    ...asked,
    expected: isOnlyShown ? undefined : expected,
    reference: reference ?? (isOnlyShown ? expected : undefined),
    checks,
    group: textAt(row, 'group')?.trim(),
    tags: tags.length > 0 ? tags : undefined,
  });
}

/** Whether a row's tools stand in its system prompt, as in Hermes' data: sent beside it, they would be there twice. */
function saysItsTools({ messages }: Pick<Prompt, 'messages'>): boolean {
  return messages.some((message) => message.role === 'system' && contentText(message).includes('<tools>'));
}

function remarkOn(
  row: Fields,
  { keys, isTraining }: RowForm,
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
    keys.includes(key) ||
    commonKeys.includes(key) ||
    used.has(key) ||
    (key === 'threshold' && (has(row, 'checks') || has(row, 'assert'))) ||
    /^__(?:expected\d*|threshold|prefix|suffix|metadata:.*)$/u.test(key);
  for (const [key, value] of Object.entries(row)) {
    if (isKnown(key) || value === null) continue;
    remarks.add(line, saysHowMany('Not used: “{0}” ({1}).', cleanText(key, 40)));
  }
}

/** A CSV file has the same forms, but its prompt may be in any column. */
function cellForm(
  cells: Fields,
  columns: readonly string[] = [],
  promptColumn?: string,
): RowForm | undefined {
  const isVariables = promptColumn !== undefined || isPromptfoo(columns);
  const forms = columns.includes('prompt') ? cellForms.filter(({ keys }) => keys[0] === 'prompt') : cellForms;
  const known = isVariables ? undefined : forms.find(({ isIt }) => isIt(cells));
  if (known) return known;
  const free = columns.filter((name) => name !== '' && !name.startsWith('__') && !commonKeys.includes(name));
  const column = promptColumn ?? (columns.includes('prompt') || free.length !== 1 ? 'prompt' : free[0]) ?? '';
  if (!columns.includes(column))
    throw new RowFault(says('No column is called “prompt”. Choose one.'), { columns: free });
  return {
    isIt: () => true,
    keys: [column],
    read: (row, { fill }) => {
      if (!isPromptfoo(columns)) return userTurn(fill(textIn(row, column)));
      if (has(row, '__providerOutput'))
        throw leftOut(saysHowMany('Left out: tests with “{0}” ({1}).', '__providerOutput'));
      return readPrompt(field(row, '__prefix'), textIn(row, column), field(row, '__suffix'), fill);
    },
  };
}

/** Whether these are the columns of promptfoo's CSV, all others of which are variables, whatever their names. */
function isPromptfoo(columns: readonly string[] = []): boolean {
  return columns.some((name) => name.startsWith('__'));
}

function hasText(entry: [string, unknown]): entry is [string, string] {
  return isText(entry[1]);
}

function withoutEmpty(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(hasText));
}

/** Returns `undefined` if the row has no such key. */
function textAt(row: Fields, key: string, max = 200): string | undefined {
  if (!has(row, key)) return undefined;
  const text = textIn(row, key);
  if (text.length > max)
    throw new RowFault(says('Left out: “{0}” must have at most {1} characters.', key, max));
  return text;
}

/**
 * Returns a row's tags, none twice: what `tags` says, a list or a text, which in a CSV file is a list between commas or semicolons; and
 * promptfoo's or Inspect's metadata, as "key:value".
 */
function readTags(row: Fields, metadata: unknown, { line, remarks }: RowContext, isCsv: boolean): string[] {
  const given = field(row, 'tags');
  const list = isCsv && isText(given) ? given.split(/[,;]/u).filter(isText) : given;
  const own = tagsOf(list);
  if (own.length < [list ?? []].flat().length)
    remarks.add(line, saysHowMany('Not used: “{0}” ({1}).', 'tags'));
  const others = Object.entries(isObject(metadata) ? metadata : {}).flatMap(([key, value]) =>
    tagsOf(value, `${key}:`),
  );
  return [...new Set([...own, ...others])].slice(0, maxTags);
}

function tagsOf(value: unknown, key = ''): string[] {
  const tags = [value].flat().map((text) => (isText(text) ? cleanText(key + text.trim()) : ''));
  return tags.filter((tag) => tag !== key && tag !== '' && tag.length <= maxLength);
}

/** Returns the metadata of promptfoo's CSV: columns such as `__metadata:topic`, or `__metadata:topics[]` with a list. */
function cellMetadata(row: Fields): Fields {
  const columns = Object.entries(row).flatMap(([name, cell]) => {
    const [, key, isList] = /^__metadata:(.+?)(\[\])?$/u.exec(name) ?? [];
    return key && isText(cell)
      ? [[key, isList ? cell.split(/(?<!\\),/u).map((one) => one.replaceAll('\\,', ',')) : cell] as const]
      : [];
  });
  return Object.fromEntries(columns);
}
