import * as vscode from 'vscode';
import type { ChatSettings } from '../../core/chats/tree/chatSettings.ts';
import { presetOf } from '../../core/presets/presets.ts';
import { askText } from '../shared/inputStep.ts';
import { sayError, withoutIcons } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';
import type { PresetsFile } from './presetsFile.ts';

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
