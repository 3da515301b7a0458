import * as vscode from 'vscode';
import { withoutLinks } from './messages.ts';
import type { StepLook } from './pickStep.ts';

/** Shows what a step is waiting for. `canSkip`: Enter then accepts the text without waiting any longer. */
export type SayWait = (text: string, canSkip?: boolean) => void;

export interface InputStep extends StepLook {
  prompt: string;
  placeholder?: string;
  value?: string | undefined;
  isSecret?: boolean;
  /** Why the step is shown again; displayed under the field until something is typed. */
  problem?: string | undefined;
  /** Closes the box, as if the user had canceled. */
  signal?: AbortSignal;
  /** An additional button that only shows something: the box stays open. */
  look?: { title: string; icon: string; run(): unknown };
  /** Returns why the text is invalid; called while typing. */
  check(text: string): string | undefined;
  /**
   * Runs on Enter with the box busy; a reason against it, or something to know before the next Enter, keeps it open. The signal
   * aborts if the user types on or leaves.
   */
  tryOut?(text: string, signal: AbortSignal, say: SayWait): Promise<string | { note: string } | undefined>;
}

export type StepResult = { is: 'accepted'; text: string } | { is: 'back' };

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

  const refuse = (reason: string | undefined) => {
    box.validationMessage = reason && withoutLinks(reason);
  };
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
      if (typeof reason === 'object') note(reason.note);
      else refuse(reason);
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
  box.buttons = [...(step.hasBack ? [vscode.QuickInputButtons.Back] : []), ...(look ? [look] : [])];
  refuse(step.problem);
  box.onDidChangeValue((text) => {
    stop();
    refuse(text === '' ? undefined : step.check(text));
  });
  box.onDidTriggerButton((button) => {
    if (button === vscode.QuickInputButtons.Back) resolve({ is: 'back' });
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
