import { parse } from 'yaml';
import type { ChatMessage } from '../../../api/types.ts';
import { isObject } from '../../../base/json.ts';
import { cleanText } from '../../cleanText.ts';
import type { Check } from '../prompt.ts';
import { readAsked, type Turns, userTurn } from './chatTurns.ts';
import { checkFromText, isFileReference, type RowContext, readChecks } from './readChecks.ts';
import { leftOut, RowFault, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isText } from './setRow.ts';
import { type Filler, strictFill } from './template.ts';

/** Options that change neither what is asked nor what the checks find. promptfoo sends those that it doesn't know. */
const harmlessOptions = [
  ...['prefix', 'suffix', 'disableDefaultAsserts', 'disableConversationVar', 'runSerially'],
  // For models that judge, whose checks are not run.
  ...['provider', 'rubricPrompt', 'factuality'],
];

/**
 * Reads promptfoo's `{ vars, assert }`. The prompt is the row's own template, else what `promptColumn` or the only variable says.
 * Source: promptfoo 0.121.20.
 */
export function readPromptfooTest(row: Fields, context: RowContext, promptColumn?: string) {
  for (const key of ['assertScoringFunction', 'providerOutput'])
    if (field(row, key) !== undefined) throw leftOut(saysHowMany('Left out: tests with “{0}” ({1}).', key));
  const vars = readVars(field(row, 'vars'));
  const options = readOptions(field(row, 'options'), context);
  const fill = strictFill(vars, context.used);
  const template = field(row, 'prompt');
  const asked = isText(template) ? template : onlyPrompt(vars, promptColumn);
  return {
    ...readPrompt(options.prefix, asked, options.suffix, fill),
    checks: readChecks(field(row, 'assert'), { ...context, fill }, field(row, 'threshold')),
  };
}

function readOptions(given: unknown, { line, remarks }: RowContext): Fields {
  const options = isObject(given) ? given : {};
  for (const key of Object.keys(options)) {
    if (field(options, key) === undefined || harmlessOptions.includes(key)) continue;
    if (key !== 'repeat')
      throw leftOut(saysHowMany('Left out: tests with “{0}” ({1}).', `options.${cleanText(key, 40)}`));
    remarks.add(line, saysHowMany('Not used: “{0}” ({1}).', 'options.repeat'));
  }
  return options;
}

/** Reads the cells of `__expected`, `__expected1` … One alone that is no check is what is expected. */
export function readExpectedCells(
  row: Fields,
  context: RowContext,
): { checks: Check[]; expected?: string; hasChecks: boolean } {
  const cells = Object.entries(row).flatMap(([name, cell]) =>
    /^__expected\d*$/u.test(name) && isText(cell) ? cell.trim() : [],
  );
  const threshold = finiteNumber(field(row, '__threshold'));
  const [first, ...others] = cells.map(checkFromText);
  if (first && 'expected' in first && others.length === 0 && threshold === undefined)
    return { checks: [], expected: context.fill(first.expected), hasChecks: false };
  const given = cells
    .map(checkFromText)
    .map((one) => ('expected' in one ? { type: 'equals-any', value: [one.expected] } : one));
  return { checks: readChecks(given, context, threshold), hasChecks: given.length > 0 };
}

/** What is no number is no threshold, as it is for promptfoo. */
function finiteNumber(cell: unknown): number | undefined {
  return isText(cell) && Number.isFinite(Number(cell)) ? Number(cell) : undefined;
}

/** Reads one of promptfoo's prompts: a text, or a chat as JSON or YAML, which may also come from a variable. */
export function readPrompt(prefix: unknown, asked: string, suffix: unknown, fill: Filler): Turns {
  const template = [prefix, asked, suffix].filter(isText).join('');
  const chat = chatOf(template);
  if (chat) {
    const { messages } = readAsked(chat);
    return { messages: messages.map((message) => filledMessage(message, fill)) };
  }
  const text = fill(template);
  const filled = chatOf(text);
  return filled ? readAsked(filled) : userTurn(text);
}

function chatOf(text: string): unknown[] | undefined {
  const isYaml = /^\s*- role:/u.test(text);
  if (!isYaml && !/^\s*\[/u.test(text)) return undefined;
  try {
    const chat: unknown = isYaml ? parse(text, { maxAliasCount: 100 }) : JSON.parse(text);
    const isChat =
      Array.isArray(chat) && chat.length > 0 && chat.every((one) => isObject(one) && field(one, 'role'));
    return isChat ? chat : undefined;
  } catch {
    return undefined;
  }
}

function filledMessage({ content, ...message }: ChatMessage, fill: Filler): ChatMessage {
  if (typeof content === 'string') return { ...message, content: fill(content) };
  return {
    ...message,
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
  if (!isObject(value)) throw leftOut(saysHowMany('Left out: the variables are in another file ({0}).'));
  return new Map(Object.entries(value).map(([name, one]) => [name, readVar(one)]));
}

function readVar(value: unknown): string {
  if (Array.isArray(value)) throw leftOut(saysHowMany('Left out: a variable is a list ({0}).'));
  if (typeof value === 'object' && value !== null)
    throw leftOut(saysHowMany('Left out: a variable is an object ({0}).'));
  if (isFileReference(value)) throw leftOut(saysHowMany('Left out: a variable is in another file ({0}).'));
  // promptfoo takes off the one that ends a block in YAML.
  return value === null ? '' : String(value).replace(/\n$/u, '');
}
