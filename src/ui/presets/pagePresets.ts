import * as vscode from 'vscode';
import type { ChatSettings } from '../../core/chats/tree/chatSettings.ts';
import { presetOf } from '../../core/presets/presets.ts';
import type { PagePresets } from '../../protocol/chat.ts';
import { askText } from '../shared/inputStep.ts';
import { sayError, withoutIcons } from '../shared/messages.ts';
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
  if (isBroken) return t("The file of presets can't be read: it is not JSON with a list “presets”.");
  if (problems === 0) return undefined;
  return plural(
    problems,
    "One preset can't be read: a setting is unknown or out of range, or its name is missing or taken.",
    "{0} presets can't be read: a setting is unknown or out of range, or a name is missing or taken.",
  );
}

/** *Save as preset*: asks for a name, and whether new chats with the model should start with it. Returns the name once it is saved. */
export async function savePreset(
  file: PresetsFile,
  { settings, model }: { settings: ChatSettings; model: string },
): Promise<string | undefined> {
  await file.read();
  if (file.current.isBroken) return sayBroken(file);
  const title = t('Save as Preset');
  const known = presetOf(file.presets, settings);
  const named = await askText({
    title,
    step: 1,
    totalSteps: 2,
    prompt: t('Preset name. An existing preset with this name is replaced.'),
    value: known?.name ?? '',
    check: (text) => (text.trim() === '' ? t('Type a name.') : undefined),
  });
  if (named === undefined) return undefined;
  const name = named.slice(0, 100);
  const byChoice = { label: t('Only when I select it') };
  const byDefault = { label: t('For every new chat with {0}', withoutIcons(model)) };
  const use = await vscode.window.showQuickPick([byChoice, byDefault], {
    title: t('{0}: Use “{1}”', title, name),
    ignoreFocusOut: true,
  });
  if (!use) return undefined;
  const preset = { name, settings, ...(use === byDefault ? { defaultFor: model } : {}) };
  if (!(await file.save(preset))) return sayBroken(file);
  return name;
}

async function sayBroken(file: PresetsFile): Promise<undefined> {
  const open = t('Edit Presets');
  const text = t("The file of presets can't be read: it is not JSON with a list “presets”. Fix it first.");
  if ((await sayError(text, open)) === open) await file.open();
}
