import { defined } from '../../../base/defined.ts';
import { isObject } from '../../../base/json.ts';
import type { Wording } from '../../../base/texts.ts';
import { cleanText } from '../../cleanText.ts';
import { checkSetType } from '../check/checkSet.ts';
import { checkName, listOf, maxListLength, maxValueLength, wrongValue } from '../check/checkTypes.ts';
import type { Check } from '../prompt.ts';
import { type Remarks, RowFault, says, saysHowMany } from './setProblem.ts';
import { type Fields, field } from './setRow.ts';
import type { Filler } from './template.ts';

/** What is read where, for what can only be said of the whole file. */
export interface RowContext {
  line: number;
  remarks: Remarks;
  fill: Filler;
  /** Columns whose cells stand in the prompt or in a check. */
  used: Set<string>;
}

/**
 * Reads `checks` or `assert`. Leaves out what there is no check for, and counts it. With a threshold they become one set, which is left
 * out as a whole if one of its checks is: nobody knows its score then.
 */
export function readChecks(value: unknown, context: RowContext, threshold?: unknown): Check[] {
  if (value === undefined) return [];
  if (threshold === undefined) return readList(value, context, false).checks;
  return readSet({ assert: value, threshold }, context, false).checks;
}

/** `isWhole`: none was left out that counts. */
interface FoundChecks {
  checks: Check[];
  isWhole: boolean;
}

/** `isScored`: they count by a score. */
function readList(value: unknown, context: RowContext, isScored: boolean): FoundChecks {
  if (!Array.isArray(value)) throw new RowFault(says('Left out: its checks must be a list.'));
  const found = value.map((one) => readCheck(one, context, isScored));
  return { checks: found.flatMap(({ checks }) => checks), isWhole: found.every(({ isWhole }) => isWhole) };
}

/** All checks of a set without a threshold must pass, as if they stood outside. */
function readSet(given: Fields, context: RowContext, isScored: boolean): FoundChecks {
  const threshold = numberIn(given, 'threshold');
  const isSet = isScored || threshold !== undefined;
  const { checks, isWhole } = readList(field(given, 'assert'), context, isSet);
  if (!isSet || checks.length === 0) return { checks, isWhole: isWhole && !isScored };
  if (isWhole) return { checks: [defined({ type: checkSetType, threshold, assert: checks })], isWhole };
  context.remarks.add(
    context.line,
    saysHowMany("Checks not run: with a threshold, beside one that can't be run ({0})."),
  );
  return { checks: [], isWhole };
}

/** What changes the meaning of a check, so that the check without it would be another. */
const changing = ['transform', 'contextTransform', 'config', 'provider', 'rubricPrompt'];
const setKeys = ['type', 'assert', 'threshold', 'weight'];
const takesThreshold = /^(?:not-)?tool-call-f1$/u;
const ownKeys = ['type', 'value', 'tolerance', 'weight', ...changing];

function readCheck(given: unknown, context: RowContext, isScored: boolean): FoundChecks {
  const { line, remarks, fill } = context;
  const type = isObject(given) ? field(given, 'type') : undefined;
  if (!isObject(given) || typeof type !== 'string')
    throw new RowFault(says('Left out: a check has no type.'));
  const weight = numberIn(given, 'weight') ?? 1;
  const isUncounted = weight === 0 && (isScored || type !== checkSetType);
  if (isUncounted) return notRun(saysHowMany('Checks not run: a weight of 0 ({0}).'), true);
  if (type === checkSetType) {
    remarkOnKeys(setKeys);
    return weighted(readSet(given, context, isScored));
  }
  if (!checkName(type)) return notRun(saysHowMany('Checks not run: type “{0}” ({1}).', cleanText(type, 40)));
  const change = changing.find((key) => field(given, key) !== undefined);
  if (change !== undefined) return notRun(saysHowMany('Checks not run: with “{0}” ({1}).', change));
  const [value, tolerance] = [field(given, 'value'), field(given, 'tolerance')];
  if (isFileReference(value)) return notRun(saysHowMany('Checks not run: a value in another file ({0}).'));
  remarkOnKeys(ownKeys);
  const check = validCheck(type, tolerance === undefined ? filled(value, fill) : { value, tolerance });
  const threshold = takesThreshold.test(type) ? numberIn(given, 'threshold') : undefined;
  if (threshold !== undefined) check.threshold = threshold;
  return weighted({ checks: [check], isWhole: true });

  function remarkOnKeys(known: readonly string[]): void {
    for (const key of Object.keys(given as Fields))
      if (!known.includes(key) && !(key === 'threshold' && takesThreshold.test(String(type))))
        remarks.add(line, saysHowMany('Not used: “{0}” of checks ({1}).', cleanText(key, 40)));
  }

  /** A weight counts only in a score. */
  function weighted({ checks, isWhole }: FoundChecks): FoundChecks {
    if (!isScored || weight === 1) return { checks, isWhole };
    return { checks: checks.map((one) => ({ ...one, weight })), isWhole };
  }

  function notRun(said: Wording, isWhole = false): FoundChecks {
    remarks.add(line, said);
    return { checks: [], isWhole };
  }
}

function numberIn(given: Fields, key: 'threshold' | 'weight'): number | undefined {
  const value = field(given, key);
  if (value === undefined || (typeof value === 'number' && (key === 'threshold' || value >= 0))) return value;
  throw new RowFault(says('Left out: “{0}” of its checks must be a number.', key));
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
  if (wanted === 'list' || wanted === 'tools')
    return says(
      'Left out: the value of the check “{0}” must be a list of 1 to {1} texts.',
      type,
      maxListLength,
    );
  if (wanted === 'calls')
    return says(
      'Left out: the value of the check “{0}” must be {"name", "arguments"}, with "match" as “exact”, “subset” or “schema”, or a list of these.',
      type,
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

const ownTypes = /^(?:not-)?(?:equals-any|number|maxLength|tool-call)$/u;
const listTypes = /^(?:not-)?i?contains-(?:any|all)$/u;

type TextCheck = { type: string; value?: unknown; tolerance?: string } | { expected: string };

/** Reads a cell of promptfoo's `__expected` columns, such as `contains:refund`. Without a type it is the answer itself. */
export function checkFromText(text: string): TextCheck {
  // Whatever the file is for: it is not read.
  if (isFileReference(text)) return { type: 'equals', value: text };
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
  ...['is-xml', 'javascript', 'latency', 'levenshtein'],
  ...['llm-rubric', 'max-score', 'meteor', 'model-graded-closedqa'],
  ...['model-graded-factuality', 'moderation', 'perplexity', 'perplexity-score', 'pi'],
  ...['python', 'rouge-n', 'ruby', 'search-rubric', 'select-best', 'similar', 'skill-used'],
  ...['trace-error-spans', 'trace-span-count', 'trace-span-duration'],
  ...['trajectory', 'webhook', 'word-count'],
]);
