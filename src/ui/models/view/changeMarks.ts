import * as vscode from 'vscode';
import type { ModelChange } from '../../../core/models/catalogChanges.ts';
import { t } from '../../shared/text/t.ts';

type Change = ModelChange['is'];

const scheme = 'hosted-models-change';

/** Returns the URI by which `ChangeDecorations` recognizes a row; it can't be opened. */
export function changeUri(change: Change): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${change}` });
}

/** Color and letter of changed rows, as in a source control view. The rows say the same in words. */
export class ChangeDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== scheme) return undefined;
    const marks: Record<Change, readonly [badge: string, tooltip: string, color: string]> = {
      new: ['N', t('New, not seen yet'), 'gitDecoration.addedResourceForeground'],
      changed: ['C', t('Changed deployment, not seen yet'), 'gitDecoration.modifiedResourceForeground'],
      // Git's red is too dark for small text on the black background of high contrast.
      gone: ['G', t('Gone, not seen yet'), 'hostedModels.goneForeground'],
    };
    const [badge, tooltip, color] = marks[uri.path.slice(1) as Change];
    return new vscode.FileDecoration(badge, tooltip, new vscode.ThemeColor(color));
  }
}
