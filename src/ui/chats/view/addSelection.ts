import * as vscode from 'vscode';
import { pickModel } from '../../models/pickModel.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import { sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { LastEditor } from '../actions/lastEditor.ts';
import { selectedAttachments } from '../attachments/readAttachment.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';

interface Parts extends Pick<WindowParts, 'connections' | 'catalogs' | 'recent'> {
  panels: Pick<ChatPanels, 'recent' | 'create'>;
  lastEditor: Pick<LastEditor, 'current'>;
}

/** *Add Selection to Chat…*: adds to the last used chat, or to a new one beside the file, with a model that the user picks. */
export async function addSelection(parts: Parts): Promise<void> {
  const { panels, lastEditor } = parts;
  const editor = vscode.window.activeTextEditor ?? lastEditor.current;
  const selected = editor ? selectedAttachments(editor) : [];
  if (selected.length === 0) {
    await sayWarning(t('Nothing is selected. Select text in an editor first.'));
    return;
  }
  let panel = panels.recent;
  if (!panel) {
    const title = t('Add Selection to Chat…');
    const model = await pickModel(parts, { title, recent: parts.recent.all });
    // Its file stays in sight.
    const { activeTabGroup } = vscode.window.tabGroups;
    const isCovered = editor?.viewColumn === activeTabGroup.viewColumn;
    const column = isCovered ? vscode.ViewColumn.Beside : undefined;
    panel = model && (await panels.create(model, { column }));
  }
  if (!panel) return;
  panel.reveal();
  await panel.attachments.add(selected);
}
