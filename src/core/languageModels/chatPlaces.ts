import { isPlainObject } from './toolJson.ts';

export const extensionId = 'hosted-models.hosted-models';

/** A place where VS Code's chat lacks models that it lists, and the setting behind it; none: Restricted Mode. */
export interface HidingPlace {
  where: 'window' | 'newChats' | 'harness' | 'agentsWindow';
  setting?: string;
}

/** Whether models of extensions are in the Copilot harness, a process of its own, and in which windows an extension runs. */
const byokModels = 'chat.agentHost.byokModels.enabled';
const agentsWindow = 'extensions.supportAgentsWindow';

/**
 * Returns where VS Code hides the models, the nearest place first. `get` returns a setting's value, or `undefined` if this VS Code
 * doesn't have it. `isTrusted`: not in Restricted Mode.
 */
export function hidingPlaces(get: (setting: string) => unknown, isTrusted: boolean): HidingPlace[] {
  const places: HidingPlace[] = isTrusted ? [] : [{ where: 'window' }];
  if (get(byokModels) === false) {
    const isUsed =
      get('chat.defaultToCopilotHarness') === true ||
      get('chat.editor.preferCopilotHarness') === true ||
      get('chat.editor.localAgent.enabled') === false;
    places.push({ where: isUsed ? 'newChats' : 'harness', setting: byokModels });
  }
  const windows = get(agentsWindow);
  if (isPlainObject(windows) && Reflect.get(windows, extensionId) !== true)
    places.push({ where: 'agentsWindow', setting: agentsWindow });
  return places;
}

/** True for a place that everybody uses. */
export function isNear({ where }: HidingPlace): boolean {
  return where === 'window' || where === 'newChats';
}
