import type * as vscode from 'vscode';
import { extensionId, type HidingPlace, hidingPlaces } from '../../core/languageModels/chatPlaces.ts';
import { t } from '../shared/text/t.ts';

/** Returns where VS Code's chat hides our models at the moment, as far as its settings say. */
export function hidingNow(workspace: typeof vscode.workspace): HidingPlace[] {
  const settings = workspace.getConfiguration();
  const get = (id: string) =>
    settings.inspect(id)?.defaultValue === undefined ? undefined : settings.get(id);
  return hidingPlaces(get, workspace.isTrusted);
}

/** Says that the models are missing in a place, and which setting is behind it. */
export function hidingText({ where, setting = '' }: HidingPlace): string {
  const texts: Record<HidingPlace['where'], string> = {
    window: t('not in Restricted Mode'),
    newChats: t('not in new chats, which use the Copilot harness: {0} is off', setting),
    harness: t('not in the Copilot harness: {0} is off', setting),
    agentsWindow: t("not in the Agents window: {0} doesn't name {1}", setting, extensionId),
  };
  return texts[where];
}

/** Returns a button that leads to what hides the models. */
export function hidingCommand({ setting }: HidingPlace): vscode.Command {
  return setting === undefined
    ? { title: t('Manage Workspace Trust'), command: 'workbench.trust.manage' }
    : { title: t('Open {0}', setting), command: 'workbench.action.openSettings', arguments: [setting] };
}
