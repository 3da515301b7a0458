import * as vscode from 'vscode';
import type { SetOptions, SetProblem } from '../../../core/promptSets/index.ts';
import { sayError, withoutIcons } from '../../shared/messages.ts';
import { busyStep, pickStep, type StepItem, type StepLook, separator } from '../../shared/pickStep.ts';
import { plural, t } from '../../shared/text/t.ts';
import { newPromptSet } from './newPromptSet.ts';
import { type ReadSet, readSet, setName } from './readSet.ts';
import type { SetDiagnostics } from './setDiagnostics.ts';
import { leftOut, leftOutText, problemText, promptsText, showProblem } from './setProblems.ts';

export interface ReadServices {
  diagnostics: Pick<SetDiagnostics, 'show'>;
  /** With it, a new set is offered in place of one of which nothing can be run. */
  extensionUri?: vscode.Uri;
}

/**
 * Reads a set, and asks which column has its prompts if it doesn't say. What is wrong with it is marked in the file, and shown before
 * the user goes on. Resolves with `undefined` if nothing of it can be run, or if the user cancels.
 */
export async function readStep(
  uri: vscode.Uri,
  look: StepLook,
  { diagnostics, extensionUri }: ReadServices,
): Promise<ReadSet | 'back' | undefined> {
  let options: SetOptions = {};
  for (;;) {
    const set = await busyStep(look, (say, signal) => {
      const tell = (count: number) => say(t('Reading {0}…', setName(uri)), promptsText(count));
      tell(0);
      return readSet(uri, options, signal, tell);
    });
    if (!set || set === 'back') return set;
    const columns = set.problems.find((one) => one.columns)?.columns;
    if (!columns) {
      diagnostics.show(set);
      return problemsStep(set, look, extensionUri);
    }
    const promptColumn = await columnStep(columns, look);
    if (!promptColumn || promptColumn.is === 'back') return promptColumn && 'back';
    options = { promptColumn: promptColumn.name };
  }
}

async function columnStep(
  columns: readonly string[],
  look: StepLook,
): Promise<{ is: 'back' } | { is: 'column'; name: string } | undefined> {
  const items = columns.map((name) => ({ label: withoutIcons(name), name }));
  const chosen = await pickStep({ ...look, placeholder: t('Which column has the prompts?') }, items);
  return chosen === 'back' ? { is: 'back' } : chosen && { is: 'column', name: chosen.name };
}

interface ProblemItem extends StepItem {
  problem?: SetProblem;
}

/** Shows what is left out of a set and what is not used, if anything is. A problem that is chosen opens the file there. */
async function problemsStep(
  set: ReadSet,
  look: StepLook,
  extensionUri: vscode.Uri | undefined,
): Promise<ReadSet | 'back' | undefined> {
  const { uri, name, problems, prompts } = set;
  const [first] = problems;
  if (!first) return set;
  const fatal = problems.find(({ isFatal }) => isFatal);
  if (fatal) {
    const show = t('Show Problem');
    // That no prompt can be run says nothing of why.
    const shown = prompts > 0 ? fatal : first;
    const why = shown === fatal ? [] : [t('Line {0}: {1}', shown.line, problemText(shown))];
    const text = t('{0}: {1}', name, [problemText(fatal), ...why].join(' '));
    const begin = t('New Prompt Set…');
    const chosen = await sayError(text, show, ...(extensionUri && prompts === 0 ? [begin] : []));
    if (chosen === show) await showProblem(uri, shown);
    if (extensionUri && chosen === begin) await newPromptSet(extensionUri);
    return undefined;
  }
  const lost = leftOut(problems);
  const goOn: ProblemItem = {
    label: plural(prompts, 'Continue with 1 Prompt', 'Continue with {0} Prompts'),
    description: lost > 0 ? leftOutText(lost) : '',
    iconPath: new vscode.ThemeIcon('arrow-right'),
  };
  const title = lost > 0 ? t('left out, or not used') : t('good to know');
  const items = [goOn, separator(title), ...problems.map(problemItem)];
  const placeholder = t('Continue, or select a row to open it in {0}', name);
  const chosen = await pickStep<ProblemItem>({ ...look, placeholder }, items);
  if (!chosen || chosen === 'back') return chosen;
  if (!chosen.problem) return set;
  await showProblem(uri, chosen.problem);
  return undefined;
}

function problemItem(problem: SetProblem): ProblemItem {
  // A row is cut at its end.
  const [label = '', ...more] = withoutIcons(problemText(problem)).split(/(?<=\.) /u);
  return {
    label,
    ...(more.length > 0 && { detail: more.join(' ') }),
    description: t('line {0}', problem.line),
    iconPath: new vscode.ThemeIcon(problem.isNote ? 'info' : 'warning'),
    problem,
  };
}
