import * as vscode from 'vscode';
import { withoutIcons } from './messages.ts';
import { pickUntil } from './pickUntil.ts';

/** How a step of a flow looks, and where it is in it. */
export interface StepLook {
  title: string;
  step?: number;
  totalSteps?: number;
  hasBack?: boolean;
}

export interface StepItem extends vscode.QuickPickItem {
  /** It only says something: Enter does nothing. */
  isTold?: boolean;
}

/**
 * Shows one step of a flow as a quick pick, on `active` at first. `more` resolves later with the rows that then take the place of the
 * first. Resolves with `undefined` if the user cancels.
 */
export function pickStep<T extends StepItem>(
  look: StepLook & { placeholder: string; more?: Promise<readonly T[]> },
  items: readonly T[],
  active?: T,
): Promise<T | 'back' | undefined> {
  return pickUntil<T, T | 'back'>((pick, { end, fail }) => {
    dress(pick, look, () => end('back'));
    pick.placeholder = look.placeholder;
    pick.matchOnDescription = true;
    pick.items = items;
    if (active) pick.activeItems = [active];
    const showMore = (rows: readonly T[]) => {
      const { activeItems } = pick;
      pick.items = rows;
      pick.activeItems = activeItems;
      pick.busy = false;
    };
    pick.busy = look.more !== undefined;
    void look.more?.then(showMore).catch(fail);
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item && !item.isTold) end(item);
    });
  });
}

/** Shows what is being done until `work` ends. Escape and Back abort its signal; Escape resolves with `undefined`. */
export function busyStep<R>(
  look: StepLook,
  work: (say: (what: string, howFar: string) => void, signal: AbortSignal) => Promise<R>,
): Promise<R | 'back' | undefined> {
  return pickUntil<vscode.QuickPickItem, R | 'back'>((pick, { end, fail, owned }) => {
    dress(pick, look, () => end('back'));
    pick.busy = true;
    const stop = new AbortController();
    owned.push({ dispose: () => stop.abort(new Error('The step was left.')) });
    const say = (what: string, howFar: string) => {
      pick.items = [{ label: withoutIcons(what), description: howFar, alwaysShow: true }];
    };
    void work(say, stop.signal).then(end, fail);
  });
}

/** Shows a quick pick as a step of its flow, with Back if it has that. It stays open while the user looks elsewhere. */
export function dress(
  pick: vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, hasBack }: StepLook,
  back: () => void,
): void {
  Object.assign(pick, { title, step, totalSteps, ignoreFocusOut: true });
  if (!hasBack) return;
  pick.buttons = [vscode.QuickInputButtons.Back];
  pick.onDidTriggerButton(back);
}

export function separator(label: string): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Returns a separator with this label and the rows below it; nothing if there are no rows. */
export function below<T extends vscode.QuickPickItem>(
  label: string,
  rows: readonly T[],
): (T | vscode.QuickPickItem)[] {
  return rows.length > 0 ? [separator(label), ...rows] : [];
}
