import type { ChatSettings } from '../../core/chats/tree/chatSettings.ts';
import { presetOf } from '../../core/presets/presets.ts';
import type { PagePresets } from '../../protocol/chat.ts';
import { plural, t } from '../shared/text/t.ts';
import type { PresetsFile } from './presetsFile.ts';

/** The presets as shown in a chat's settings. */
export function pagePresets(file: PresetsFile, settings: ChatSettings): PagePresets {
  return {
    names: file.presets.map(({ name }) => name),
    current: presetOf(file.presets, settings)?.name,
    problem: problemText(file.current),
  };
}

function problemText({ isBroken, problems, failure }: PresetsFile['current']): string | undefined {
  if (failure !== undefined) return t("The file of presets can't be opened ({0}).", failure);
  if (isBroken) return t(`presets.json can't be read: it must be JSON with a "presets" list.`);
  if (problems === 0) return undefined;
  return plural(
    problems,
    "One preset can't be read: a setting is unknown or out of range, or its name is missing or taken.",
    "{0} presets can't be read: a setting is unknown or out of range, or a name is missing or taken.",
  );
}
