import { cleanText } from '../../cleanText.ts';
import { isFileReference } from './readChecks.ts';
import { problemAt, type Remarks, type SetProblem, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isFields, isText, type SetRow } from './setRow.ts';

/** True of what has the keys of promptfoo's configuration. Rows of other forms may have tests, too, but with a prompt. */
export function isConfig(value: unknown): value is Fields {
  const has = (key: string) => isFields(value) && field(value, key) !== undefined;
  return (has('tests') || has('prompts')) && !has('prompt');
}

const files = /^\S+\.(?:txt|md|jsonl?|ya?ml|csv|j2|[cm]?[jt]s|py)(?::\w+)?$/u;

/** Yields a row for each test with each prompt: what a line of promptfoo's own JSONL is, with the template as its `prompt`. */
export function* configRows(
  config: unknown,
  lineOf: (test: number) => number,
  remarks: Remarks,
): Generator<SetRow | { problem: SetProblem }, void> {
  if (Array.isArray(config)) {
    for (const [at, value] of config.entries()) yield { line: lineOf(at), value };
    return;
  }
  if (!isConfig(config))
    return yield { problem: problemAt(1, says('This file has neither “tests” nor “prompts”.'), true) };
  for (const key of Object.keys(config))
    if (!['prompts', 'tests', 'defaultTest'].includes(key))
      remarks.add(1, saysHowMany('Not used: “{0}” ({1}).', cleanText(key, 40)));
  const prompts = readPrompts(field(config, 'prompts'), remarks);
  const tests: unknown = field(config, 'tests') ?? [{}];
  if (!Array.isArray(tests) || (prompts.length === 0 && field(config, 'prompts') !== undefined))
    return yield {
      problem: problemAt(
        1,
        says('The tests or prompts of this file are in other files, which are not read.'),
        true,
      ),
    };
  const defaults = field(config, 'defaultTest');
  if (defaults !== undefined && !isFields(defaults))
    remarks.add(1, saysHowMany('Not used: “defaultTest” in another file ({0}).'));
  for (const [at, test] of tests.entries()) {
    if (!isFields(test)) {
      remarks.add(lineOf(at), saysHowMany('Left out: tests in other files ({0}).'), false);
      continue;
    }
    const value = isFields(defaults) ? withDefaults(test, defaults) : test;
    // Without prompts the tests have them as variables.
    if (prompts.length === 0) yield { line: lineOf(at), value: { vars: {}, ...value } };
    for (const prompt of prompts) yield { line: lineOf(at), value: { vars: {}, ...value, prompt } };
  }
}

function readPrompts(given: unknown, remarks: Remarks): string[] {
  const list: unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  return list.flatMap((one) => {
    const text = isFields(one) ? (field(one, 'raw') ?? field(one, 'id')) : one;
    const chat = Array.isArray(text) ? JSON.stringify(text) : text;
    if (isText(chat) && !isFileReference(chat) && !files.test(chat)) return [chat];
    remarks.add(1, saysHowMany('Not used: prompts in other files ({0}).'));
    return [];
  });
}

function withDefaults(test: Fields, defaults: Fields): Fields {
  const merged = (key: string) => {
    const [common, own] = [field(defaults, key), field(test, key)];
    if (isFields(common) && (own === undefined || isFields(own))) return { [key]: { ...common, ...own } };
    if (Array.isArray(common) && (own === undefined || Array.isArray(own)))
      return { [key]: [...common, ...(own ?? [])] };
    return {};
  };
  return { ...defaults, ...test, ...merged('vars'), ...merged('options'), ...merged('assert') };
}
