/** What VS Code's settings say of the places where it chats. `undefined`: this VS Code has no such setting. */
export interface ChatPlaces {
  /** False in Restricted Mode. */
  isTrusted: boolean;
  /** The setting that lets new chats run in the Copilot harness, a process of its own. */
  harnessBy: string | undefined;
  /** Whether that process gets models of extensions. */
  hasByokModels: boolean | undefined;
  /** Whether this extension may run in the Agents window. */
  isInAgentsWindow: boolean | undefined;
}

export const placeSettings = {
  byDefault: 'chat.defaultToCopilotHarness',
  preferred: 'chat.editor.preferCopilotHarness',
  localChat: 'chat.editor.localAgent.enabled',
  byokModels: 'chat.agentHost.byokModels.enabled',
  agentsWindow: 'extensions.supportAgentsWindow',
} as const;

/** A place where VS Code's chat lacks models that it lists, and the setting behind it; none: Restricted Mode. */
export interface HidingPlace {
  where: 'window' | 'newChats' | 'harness' | 'agentsWindow';
  setting?: string;
}

/** `get` returns a setting's value, or `undefined` if VS Code doesn't have it. */
export function readPlaces(
  get: (setting: string) => unknown,
  isTrusted: boolean,
  extensionId: string,
): ChatPlaces {
  const { byDefault, preferred, localChat, byokModels, agentsWindow } = placeSettings;
  const harnessBy =
    [byDefault, preferred].find((one) => get(one) === true) ??
    (get(localChat) === false ? localChat : undefined);
  const [byok, windows] = [get(byokModels), get(agentsWindow)];
  const isInAgentsWindow =
    typeof windows === 'object' && windows !== null
      ? new Map<string, unknown>(Object.entries(windows)).get(extensionId) === true
      : undefined;
  return {
    isTrusted,
    harnessBy,
    hasByokModels: typeof byok === 'boolean' ? byok : undefined,
    isInAgentsWindow,
  };
}

/** Returns where the models are hidden, the nearest place first. */
export function hidingPlaces(given: ChatPlaces): HidingPlace[] {
  const { isTrusted, harnessBy, hasByokModels, isInAgentsWindow } = given;
  const places: HidingPlace[] = [];
  if (!isTrusted) places.push({ where: 'window' });
  if (hasByokModels === false) {
    places.push({ where: harnessBy ? 'newChats' : 'harness', setting: placeSettings.byokModels });
  }
  if (isInAgentsWindow === false) places.push({ where: 'agentsWindow', setting: placeSettings.agentsWindow });
  return places;
}

/** True for a place that everybody uses. */
export function isNear({ where }: HidingPlace): boolean {
  return where === 'window' || where === 'newChats';
}
