import { cleanText } from '../core/cleanText.ts';
import type { RunFile } from '../core/promptSets/run/runFile.ts';
import { outcomeOf } from '../core/promptSets/transfer/baseline.ts';
import type { GateEnd } from '../core/promptSets/verdict/gate.ts';

interface Reported {
  end: GateEnd;
  /** The verdict's sentence. */
  said: string;
  /** What the model is compared with: its share of a prompt's answers that passed, if it is known. */
  baseOf: (prompt: number) => number | undefined;
}

/**
 * Yields a report in JUnit's form: the verdict, and each prompt. Only the verdict can fail, since single answers differ by chance; a prompt
 * that was passed better before is marked as skipped.
 */
export async function* junitReport(
  file: RunFile,
  { end, said, baseOf }: Reported,
): AsyncGenerator<string, void> {
  const { run, index } = file;
  const model = run.models.length - 1;
  const suite = attribute(run.set.name);
  const failures = end === 'fail' ? 1 : 0;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites><testsuite name=${suite} tests="${run.prompts + 1}" failures="${failures}" errors="${end === 'notRun' ? 1 : 0}">\n`;
  const tag = { pass: '', fail: 'failure', unclear: 'skipped', notRun: 'error' }[end];
  yield testCase(suite, `${run.models[model]?.name}: verdict`, tag, said);
  for (let prompt = 0; prompt < run.prompts; prompt++) {
    const { passed = 1 } = index.isChecked(prompt) ? outcomeOf(file, prompt, model) : {};
    const isWorse = passed < (baseOf(prompt) ?? 0);
    const { id = '' } = (await file.prompt(prompt)) ?? {};
    yield testCase(suite, id, isWorse ? 'skipped' : '', 'Passed better before.');
  }
  yield '</testsuite></testsuites>\n';
}

function testCase(suite: string, name: string, tag: string, message: string): string {
  const inner = tag === '' ? '' : `<${tag} message=${attribute(message)}/>`;
  return `<testcase classname=${suite} name=${attribute(name)}>${inner}</testcase>\n`;
}

function attribute(text: string): string {
  return `"${cleanText(text, 500)
    .replace(/[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/gu, (sign) => `&#${sign.charCodeAt(0)};`)}"`;
}
