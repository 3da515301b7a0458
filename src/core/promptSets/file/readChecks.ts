import { cleanText } from '../../cleanText.ts';
import { checkName, listOf, maxListLength, maxValueLength, wrongValue } from '../check/checkTypes.ts';
import type { Check } from '../prompt.ts';
import { type Remarks, RowFault, says, saysHowMany, type Wording } from './setProblem.ts';
import { field, isFields } from './setRow.ts';
import type { Filler } from './template.ts';

/** What is read where, for what can only be said of the whole file. */
export interface RowContext {
  line: number;
  remarks: Remarks;
  fill: Filler;
  /** Columns whose cells stand in the prompt or in a check. */
  used: Set<string>;
}

/** Reads `checks` or `assert`. Leaves out what there is no check for, and counts it. */
export function readChecks(value: unknown, context: RowContext): Check[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new RowFault(says('Left out: its checks must be a list.'));
  return value.flatMap((one) => readCheck(one, context) ?? []);
}

/** What changes the meaning of a check, so that the check without it would be another. */
const changing = ['transform', 'contextTransform', 'config', 'provider', 'rubricPrompt'];
const ownKeys = ['type', 'value', 'tolerance', ...changing];

function readCheck(given: unknown, { line, remarks, fill }: RowContext): Check | undefined {
  const type = isFields(given) ? field(given, 'type') : undefined;
  if (!isFields(given) || typeof type !== 'string')
    throw new RowFault(says('Left out: a check has no type.'));
  if (!checkName(type)) return notRun(saysHowMany('Checks not run: type “{0}” ({1}).', cleanText(type, 40)));
  const change = changing.find((key) => field(given, key) !== undefined);
  if (change !== undefined) return notRun(saysHowMany('Checks not run: with “{0}” ({1}).', change));
  if (field(given, 'weight') === 0) return notRun(saysHowMany('Checks not run: a weight of 0 ({0}).'));
  const [value, tolerance] = [field(given, 'value'), field(given, 'tolerance')];
  if (isFileReference(value)) return notRun(saysHowMany('Checks not run: a value in another file ({0}).'));
  for (const key of Object.keys(given))
    if (!ownKeys.includes(key))
      remarks.add(line, saysHowMany('Not used: “{0}” of checks ({1}).', cleanText(key, 40)));
  return validCheck(type, tolerance === undefined ? filled(value, fill) : { value, tolerance });

  function notRun(said: Wording): undefined {
    remarks.add(line, said);
  }
}

function validCheck(type: string, value: unknown): Check {
  // Others have to be compared and copied, level by level.
  if (isDeeperThan(maxDepth, value))
    throw new RowFault(says('Left out: the value of the check “{0}” is nested too deeply.', type));
  const check = value === undefined ? { type } : { type, value };
  const wrong = wrongValue(check);
  if (wrong !== undefined) throw new RowFault(wrongText(type, wrong));
  if ((JSON.stringify(value) ?? '').length > maxValueLength)
    throw new RowFault(
      says('Left out: the value of the check “{0}” must have at most {1} characters.', type, maxValueLength),
    );
  return check;
}

const maxDepth = 50;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(levels - 1, one));
}

function wrongText(type: string, wanted: ReturnType<typeof wrongValue>): Wording {
  if (wanted === 'pattern')
    return says('Left out: the value of the check “{0}” must be a regular expression.', type);
  if (wanted === 'number') return says('Left out: the value of the check “{0}” must be a number.', type);
  if (wanted === 'length')
    return says('Left out: the value of the check “{0}” must be a whole number above 0.', type);
  if (wanted === 'list')
    return says(
      'Left out: the value of the check “{0}” must be a list of 1 to {1} texts.',
      type,
      maxListLength,
    );
  if (wanted === 'schema') return says('Left out: the value of the check “{0}” must be a JSON schema.', type);
  return says('Left out: the value of the check “{0}” must be text and not empty.', type);
}

/** promptfoo fills texts and the texts in a list, not those within an object. */
function filled(value: unknown, fill: Filler): unknown {
  if (typeof value === 'string') return fill(value);
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? fill(one) : one)) : value;
}

/** True of what promptfoo reads from elsewhere. An address in the web is a text. */
export function isFileReference(value: unknown): boolean {
  return typeof value === 'string' && /^(?:file:\/\/|(?:package|exec):\S+$)/u.test(value);
}

const ownTypes = /^(?:not-)?(?:equals-any|number|maxLength)$/u;
const listTypes = /^(?:not-)?i?contains-(?:any|all)$/u;

type TextCheck = { type: string; value?: unknown; tolerance?: string } | { expected: string };

/** Reads a cell of promptfoo's `__expected` columns, such as `contains:refund`. Without a type it is the answer itself. */
export function checkFromText(text: string): TextCheck {
  const alias = /^(fn|eval|grade):/u.exec(text)?.[1];
  if (alias !== undefined) return { type: alias === 'grade' ? 'llm-rubric' : 'javascript' };
  const [, type = '', amount, value] =
    /^([A-Za-z][\w-]*)(?:\((\d+(?:\.\d+)?)\))?(?::([\s\S]*))?$/u.exec(text) ?? [];
  // "number" without a value is an answer, as it is for promptfoo.
  if (checkName(type) && (value !== undefined || !ownTypes.test(type))) {
    const plain = value?.trim() ?? '';
    if (type.endsWith('number') && amount !== undefined) return { type, value: plain, tolerance: amount };
    return value === undefined
      ? { type }
      : { type, value: listTypes.test(type) ? (listOf(plain) ?? plain) : plain };
  }
  if (foreignTypes.has(type.replace(/^not-/u, ''))) return { type };
  return { expected: text };
}

/** promptfoo's other assertions, by whose names it tells a check from an answer such as "Note: none". What has parts has its first. */
const foreignTypes = new Set([
  ...['agent-rubric', 'answer-relevance', 'bleu', 'classifier', 'contains-html'],
  ...['contains-sql', 'contains-xml', 'context-faithfulness', 'context-recall'],
  ...['context-relevance', 'conversation-relevance', 'cost', 'factuality', 'finish-reason'],
  ...['g-eval', 'gleu', 'guardrails', 'is-html', 'is-refusal', 'is-sql'],
  ...['is-valid-function-call', 'is-valid-openai-function-call'],
  ...['is-valid-openai-tools-call', 'is-xml', 'javascript', 'latency', 'levenshtein'],
  ...['llm-rubric', 'max-score', 'meteor', 'model-graded-closedqa'],
  ...['model-graded-factuality', 'moderation', 'perplexity', 'perplexity-score', 'pi'],
  ...['python', 'rouge-n', 'ruby', 'search-rubric', 'select-best', 'similar', 'skill-used'],
  ...['tool-call-f1', 'trace-error-spans', 'trace-span-count', 'trace-span-duration'],
  ...['trajectory', 'webhook', 'word-count'],
]);
