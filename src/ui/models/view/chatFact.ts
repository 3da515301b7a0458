import * as vscode from 'vscode';
import type { Model } from '../../../api/types.ts';
import {
  type HidingPlace,
  hidingPlaces,
  isNear,
  readPlaces,
} from '../../../core/languageModels/chatPlaces.ts';
import type { Catalog } from '../../../core/models/catalog.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import { t } from '../../shared/text/t.ts';
import type { OfferedModels } from '../offeredModels.ts';
import type { ModelFact } from './modelFacts.ts';

const extensionId = 'hosted-models.hosted-models';

/** Returns where VS Code's chat hides our models at the moment, as far as its settings say. */
export function hidingNow(): HidingPlace[] {
  const settings = vscode.workspace.getConfiguration();
  const get = (id: string) =>
    settings.inspect(id)?.defaultValue === undefined ? undefined : settings.get(id);
  return hidingPlaces(readPlaces(get, vscode.workspace.isTrusted, extensionId));
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

/** Returns the row *In VS Code's chat* of a model that was added to it. */
export function chatFact(
  offered: Pick<OfferedModels, 'sizeOf'>,
  catalog: Catalog,
  model: Model & NamedModel,
): ModelFact {
  const { size, limit } = offered.sizeOf(catalog, model);
  const { context, isAssumed } = size;
  const hiding = hidingNow().find(isNear);
  const parts = [
    ...(hiding ? [hidingText(hiding)] : []),
    ...(limit === undefined ? [] : [t('the service allows {0}', limit)]),
    isAssumed ? t('context assumed: {0}', context) : t('context: {0}', context),
  ];
  const marks = `${hiding ? '.hidden' : ''}${limit === undefined ? '' : '.limit'}`;
  return { id: 'vscodeChat', label: t("In VS Code's chat"), value: parts.join(' · '), marks };
}
