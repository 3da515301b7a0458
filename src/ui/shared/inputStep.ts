import * as vscode from 'vscode';
import { withoutLinks } from './messages.ts';

export interface InputStep {
  title: string;
  step?: number;
  totalSteps?: number;
  prompt: string;
  placeholder?: string;
  value?: string;
  isSecret?: boolean;
  /** Why the step is shown again; displayed under the field until something is typed. */
  problem?: string | undefined;
  hasBack?: boolean;
  /** Title of an additional button, e.g. "Save Anyway". */
  extraButton?: string | undefined;
  /** An additional button that only shows something: the box stays open. */
  look?: { title: string; icon: string; run(): unknown };
  /** Returns why the text is invalid; called while typing. */
  check(text: string): string | undefined;
  /** Runs on Enter with the box busy; a returned reason keeps it open. `say` shows what it is waiting for. */
  tryOut?(
    text: string,
    signal: AbortSignal,
    say: (progress: string | undefined) => void,
  ): Promise<string | undefined>;
}

export type StepResult = { is: 'accepted' | 'extra'; text: string } | { is: 'back' };

/** Shows one input box without further buttons. Resolves with its trimmed text; `undefined` if the user cancels. */
export async function askText(step: InputStep): Promise<string | undefined> {
  const result = await inputStep(step);
  return result?.is === 'accepted' ? result.text.trim() : undefined;
}

/** Shows one input box. Resolves with `undefined` if the user cancels. */
export function inputStep(step: InputStep): Promise<StepResult | undefined> {
  const box = vscode.window.createInputBox();
  const abort = new AbortController();
  const extra = step.extraButton && { iconPath: new vscode.ThemeIcon('save'), tooltip: step.extraButton };
  const look = step.look && { iconPath: new vscode.ThemeIcon(step.look.icon), tooltip: step.look.title };
  box.title = step.title;
  box.step = step.step;
  box.totalSteps = step.totalSteps;
  box.prompt = withoutLinks(step.prompt);
  box.placeholder = step.placeholder;
  box.value = step.value ?? '';
  box.password = step.isSecret ?? false;
  box.ignoreFocusOut = true;
  const complain = (reason: string | undefined) => {
    box.validationMessage = reason && withoutLinks(reason);
  };
  complain(step.problem);
  box.buttons = [
    ...(step.hasBack ? [vscode.QuickInputButtons.Back] : []),
    ...(look ? [look] : []),
    ...(extra ? [extra] : []),
  ];
  const { promise, resolve } = Promise.withResolvers<StepResult | undefined>();
  box.onDidChangeValue((text) => {
    complain(text === '' ? undefined : step.check(text));
  });
  box.onDidTriggerButton((button) => {
    if (button === vscode.QuickInputButtons.Back) resolve({ is: 'back' });
    else if (button === look) step.look?.run();
    else resolve({ is: 'extra', text: box.value });
  });
  box.onDidAccept(async () => {
    if (box.busy) return;
    const text = box.value;
    const known = step.check(text);
    complain(known);
    if (known) return;
    box.busy = true;
    box.enabled = false;
    const reason = await step.tryOut?.(text, abort.signal, (progress) => {
      box.prompt = withoutLinks(progress ?? step.prompt);
    });
    box.prompt = withoutLinks(step.prompt);
    box.busy = false;
    box.enabled = true;
    if (reason === undefined) resolve({ is: 'accepted', text });
    else complain(reason);
  });
  box.onDidHide(() => resolve(undefined));
  box.show();
  return promise.finally(() => {
    abort.abort(new Error('The step was left.'));
    box.dispose();
  });
}
