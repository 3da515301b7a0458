import * as vscode from 'vscode';
import { withoutLinks } from './messages.ts';
import type { StepLook } from './pickStep.ts';
import { t } from './text/t.ts';

/** Shows what a step is waiting for. `canSkip`: Enter then accepts the text without waiting any longer. */
export type SayWait = (text: string, canSkip?: boolean) => void;

export interface InputStep extends StepLook {
  prompt: string;
  placeholder?: string;
  value?: string | undefined;
  isSecret?: boolean;
  /** Why the step is shown again, under the field until something is typed, with *Save Anyway*. */
  problem?: string | undefined;
  /** Closes the box, as if the user had canceled. */
  signal?: AbortSignal;
  /** An additional button that only shows something: the box stays open. */
  look?: { title: string; icon: string; run(): unknown };
  /** Returns why the text is invalid; called while typing. */
  check(text: string): string | undefined;
  /**
   * Runs on Enter with the box busy. What keeps the box open: a reason against the text, something to know before the next Enter, or a
   * problem that the user may overrule by *Save Anyway*. The signal aborts if the user types on or leaves.
   */
  tryOut?(text: string, signal: AbortSignal, say: SayWait): Promise<Tried | undefined>;
}

export type Tried = string | { note: string } | { problem: string };

/** `isAnyway`: by *Save Anyway*. */
export type StepResult = { is: 'accepted'; text: string; isAnyway?: true } | { is: 'back' };

/** Shows one input box without further buttons. Resolves with its trimmed text; `undefined` if the user cancels. */
export async function askText(step: InputStep): Promise<string | undefined> {
  const result = await inputStep(step);
  return result?.is === 'accepted' ? result.text.trim() : undefined;
}

/** Shows one input box. Resolves with `undefined` if the user cancels. */
export function inputStep(step: InputStep): Promise<StepResult | undefined> {
  const box = vscode.window.createInputBox();
  const look = step.look && { iconPath: new vscode.ThemeIcon(step.look.icon), tooltip: step.look.title };
  const { promise, resolve, reject } = Promise.withResolvers<StepResult | undefined>();
  let running: { abort: AbortController; canSkip: boolean } | undefined;

  const saveAnyway = { iconPath: new vscode.ThemeIcon('save'), tooltip: t('Save Anyway') };
  let hasSaveAnyway: boolean | undefined;
  const refuse = (reason: string | undefined, isOverrulable = false) => {
    box.validationMessage = reason && withoutLinks(reason);
    if (isOverrulable === hasSaveAnyway) return;
    hasSaveAnyway = isOverrulable;
    box.buttons = [
      ...(step.hasBack ? [vscode.QuickInputButtons.Back] : []),
      ...(look ? [look] : []),
      ...(isOverrulable ? [saveAnyway] : []),
    ];
  };
  const doubt = (problem: string) =>
    refuse(t('{0} Correct it, or select Save Anyway, the button above.', problem), true);
  const note = (message: string) => {
    const severity = vscode.InputBoxValidationSeverity.Info;
    box.validationMessage = { message: withoutLinks(message), severity };
  };
  const stop = () => {
    running?.abort.abort(new Error('The text was changed, or the step was left.'));
    running = undefined;
    box.busy = false;
  };
  const tryOut = async (text: string) => {
    const own = { abort: new AbortController(), canSkip: false };
    running = own;
    box.busy = true;
    try {
      const reason = await step.tryOut?.(text, own.abort.signal, (message, canSkip = false) => {
        if (running !== own) return;
        own.canSkip = canSkip;
        note(message);
      });
      if (running !== own) return;
      stop();
      if (typeof reason !== 'object') refuse(reason);
      else if ('note' in reason) note(reason.note);
      else doubt(reason.problem);
      if (!reason) resolve({ is: 'accepted', text });
    } catch (error) {
      if (running === own) reject(error);
    }
  };

  box.title = step.title;
  box.step = step.step;
  box.totalSteps = step.totalSteps;
  box.prompt = withoutLinks(step.prompt);
  box.placeholder = step.placeholder;
  box.value = step.value ?? '';
  box.password = step.isSecret ?? false;
  box.ignoreFocusOut = true;
  if (step.problem === undefined) refuse(undefined);
  else doubt(step.problem);
  box.onDidChangeValue((text) => {
    stop();
    refuse(text === '' ? undefined : step.check(text));
  });
  box.onDidTriggerButton((button) => {
    if (button === vscode.QuickInputButtons.Back) resolve({ is: 'back' });
    else if (button === saveAnyway) resolve({ is: 'accepted', text: box.value, isAnyway: true });
    else step.look?.run();
  });
  box.onDidAccept(() => {
    const text = box.value;
    if (running?.canSkip) resolve({ is: 'accepted', text });
    if (running) return;
    const reason = step.check(text);
    refuse(reason);
    if (reason === undefined) void tryOut(text);
  });
  box.onDidHide(() => resolve(undefined));
  step.signal?.addEventListener('abort', () => resolve(undefined));
  box.show();
  return promise.finally(() => {
    stop();
    box.dispose();
  });
}
