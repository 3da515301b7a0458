import { isObject } from '../../../base/json.ts';
import { cleanText } from '../../cleanText.ts';
import { isFileReference } from './readChecks.ts';
import { problemAt, type Remarks, type SetProblem, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isText, type SetRow } from './setRow.ts';
import { toolKeys } from './toolTurns.ts';

/** True of what has the keys of promptfoo's configuration. A row may have tests, too, but with a prompt or in a list. */
export function isConfig(value: unknown): value is Fields {
  const has = (key: string) => isObject(value) && field(value, key) !== undefined;
  return (has('tests') || has('prompts')) && !has('prompt');
}

/** A prompt that is in a file or at a service. */
const elsewhere =
  /^(?:\S+\.(?:txt|md|jsonl?|ya?ml|csv|j2|[cm]?[jt]s|py)(?::\w+)?$|(?:portkey|langfuse|helicone):\/\/)/u;

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
  if (defaults !== undefined && !isObject(defaults))
    return yield {
      problem: problemAt(1, says('“defaultTest” of this file is in another file, which is not read.'), true),
    };
  const providers = providersIn(field(config, 'providers') ?? field(config, 'targets'));
  // The answers are changed before they are checked.
  const isTransformed = providers.some((one) => field(one, 'transform') !== undefined);
  const offered = toolsOf(providers);
  for (const [at, test] of tests.entries()) {
    if (!isObject(test)) {
      remarks.add(lineOf(at), saysHowMany('Left out: tests in other files ({0}).'), false);
      continue;
    }
    const value = { ...offered, ...(isObject(defaults) ? withDefaults(test, defaults) : test) };
    const said = isTransformed
      ? saysHowMany('Left out: tests of a provider with “transform” ({0}).')
      : prompts.length > 0 && field(value, 'prompts') !== undefined
        ? saysHowMany('Left out: tests with “{0}” ({1}).', 'prompts')
        : undefined;
    if (said) {
      remarks.add(lineOf(at), said, false);
      continue;
    }
    // Without prompts the tests have them as variables.
    if (prompts.length === 0) yield { line: lineOf(at), value: { vars: {}, ...value } };
    for (const prompt of prompts) yield { line: lineOf(at), value: { vars: {}, ...value, prompt } };
  }
}

/** promptfoo sends what a prompt's `config` has. */
function readPrompts(given: unknown, remarks: Remarks): string[] {
  const list: unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  return list.flatMap((one) => {
    const key = isObject(one)
      ? ['config', 'function'].find((name) => field(one, name) !== undefined)
      : undefined;
    if (key !== undefined) {
      remarks.add(1, saysHowMany('Not used: prompts with “{0}” ({1}).', key));
      return [];
    }
    const text = isObject(one) ? (field(one, 'raw') ?? field(one, 'id')) : one;
    const chat = Array.isArray(text) ? JSON.stringify(text) : text;
    if (isText(chat) && !isFileReference(chat) && !elsewhere.test(chat)) return [chat];
    remarks.add(1, saysHowMany('Not used: prompts in other files ({0}).'));
    return [];
  });
}

/** Returns each provider, which its id may name. */
function providersIn(given: unknown): Fields[] {
  return [given]
    .flat()
    .flatMap((one) => (isObject(one) ? [one, ...Object.values(one).filter(isObject)] : []));
}

/** Returns what the first provider that offers tools says of them: all of the set are asked so. */
function toolsOf(providers: readonly Fields[]): Fields {
  const configs = providers.map((one) => fieldsIn(one, 'config'));
  const config = configs.find((one) => field(one, 'tools') !== undefined) ?? {};
  return Object.fromEntries(Object.entries(config).filter(([key]) => toolKeys.includes(key)));
}

function withDefaults(test: Fields, defaults: Fields): Fields {
  const own = fieldsIn(test, 'options');
  // An empty prefix doesn't replace the default's.
  const options = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''));
  const [commonVars, vars] = [field(defaults, 'vars') ?? {}, field(test, 'vars') ?? {}];
  const common = field(own, 'disableDefaultAsserts') === true ? undefined : field(defaults, 'assert');
  const checks = field(test, 'assert') ?? [];
  return {
    ...defaults,
    ...test,
    vars: isObject(commonVars) && isObject(vars) ? { ...commonVars, ...vars } : 'elsewhere',
    options: { ...fieldsIn(defaults, 'options'), ...options },
    metadata: { ...fieldsIn(defaults, 'metadata'), ...fieldsIn(test, 'metadata') },
    assert: Array.isArray(common) && Array.isArray(checks) ? [...common, ...checks] : (common ?? checks),
  };
}

function fieldsIn(row: Fields, key: string): Fields {
  const value = field(row, key);
  return isObject(value) ? value : {};
}
