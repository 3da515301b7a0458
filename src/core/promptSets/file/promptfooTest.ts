import { parse } from 'yaml';
import type { ChatMessage } from '../../../api/types.ts';
import type { Check } from '../prompt.ts';
import { readTurns, type Turns } from './chatTurns.ts';
import { checkFromText, isFileReference, type RowContext, readChecks } from './readChecks.ts';
import { RowFault, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isFields, isText } from './setRow.ts';
import { type Filler, strictFill } from './template.ts';

/** What would make promptfoo ask or judge otherwise. */
const changingOptions = ['prefix', 'suffix', 'transform', 'transformVars', 'postprocess', 'tools'];

/** Reads promptfoo's `{ vars, assert }`. The prompt is the row's own template, else what `promptColumn` or the only variable says. */
export function readPromptfooTest(row: Fields, context: RowContext, promptColumn?: string) {
  const vars = readVars(field(row, 'vars'));
  const options = field(row, 'options');
  const changing = isFields(options) && changingOptions.find((key) => field(options, key) !== undefined);
  if (changing) throw leftOut(saysHowMany('Left out: tests with “options.{0}” ({1}).', changing));
  const fill = strictFill(vars);
  const template = field(row, 'prompt');
  const turns = isText(template) ? promptOf(template, fill) : userTurn(onlyPrompt(vars, promptColumn));
  return { ...turns, checks: readChecks(field(row, 'assert'), { ...context, fill }) };
}

/** Reads the cells of `__expected`, `__expected1` … One alone that is no check is what is expected. */
export function readExpectedCells(
  row: Fields,
  context: RowContext,
): { checks: Check[]; expected?: string; hasChecks: boolean } {
  const cells = Object.entries(row).flatMap(([name, cell]) =>
    /^__expected\d*$/u.test(name) && isText(cell) ? cell.trim() : [],
  );
  const [first, ...others] = cells.map(checkFromText);
  if (first && 'expected' in first && others.length === 0)
    return { checks: [], expected: context.fill(first.expected), hasChecks: false };
  const given = cells
    .map(checkFromText)
    .map((one) => ('expected' in one ? { type: 'equals-any', value: [one.expected] } : one));
  return { checks: readChecks(given, context), hasChecks: given.length > 0 };
}

export function userTurn(content: string): Turns {
  return { messages: [{ role: 'user', content }] };
}

/** promptfoo's prompts are a text, or a chat as JSON or YAML. */
function promptOf(template: string, fill: Filler): Turns {
  const chat = chatOf(template);
  if (!chat) return userTurn(fill(template));
  const { messages, reference } = readTurns(chat);
  if (reference !== undefined) throw leftOut(saysHowMany('Left out: the prompt ends with an answer ({0}).'));
  return { messages: messages.map((message) => filledMessage(message, fill)) };
}

function chatOf(template: string): unknown[] | undefined {
  if (!/^\s*(?:\[|- role:)/u.test(template)) return undefined;
  try {
    // It reads JSON, too.
    const chat: unknown = parse(template, { maxAliasCount: 100 });
    return Array.isArray(chat) ? chat : undefined;
  } catch {
    return undefined;
  }
}

function filledMessage({ role, content }: ChatMessage, fill: Filler): ChatMessage {
  if (typeof content === 'string') return { role, content: fill(content) };
  return {
    role,
    content: content.map((part) => (part.type === 'text' ? { ...part, text: fill(part.text) } : part)),
  };
}

function onlyPrompt(vars: ReadonlyMap<string, string>, promptColumn: string | undefined): string {
  const names = [...vars.keys()];
  const name = promptColumn ?? (vars.has('prompt') || names.length !== 1 ? 'prompt' : names[0]) ?? '';
  const prompt = vars.get(name);
  if (isText(prompt)) return prompt;
  throw new RowFault(says('No variable is called “prompt”. Choose one.'), { columns: names });
}

function readVars(value: unknown): Map<string, string> {
  if (value === undefined) return new Map();
  if (!isFields(value)) throw leftOut(saysHowMany('Left out: the variables are in another file ({0}).'));
  return new Map(Object.entries(value).map(([name, one]) => [name, readVar(one)]));
}

function readVar(value: unknown): string {
  if (Array.isArray(value)) throw leftOut(saysHowMany('Left out: a variable is a list ({0}).'));
  if (typeof value === 'object' && value !== null)
    throw leftOut(saysHowMany('Left out: a variable is an object ({0}).'));
  if (isFileReference(value)) throw leftOut(saysHowMany('Left out: a variable is in another file ({0}).'));
  const text = value === null ? '' : String(value);
  // promptfoo would fill these, too.
  if (/\{\{|\{%/u.test(text)) throw leftOut(saysHowMany('Left out: a variable has a template in it ({0}).'));
  return text;
}

function leftOut(said: ReturnType<typeof says>): RowFault {
  return new RowFault(said, { isCounted: true });
}
