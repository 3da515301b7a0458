import * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ModelChange } from '../../../core/models/catalogChanges.ts';
import { t } from '../../shared/text/t.ts';

type Change = ModelChange['is'];

const scheme = 'hosted-models-change';

/** Returns the word at the start of a row, which screen readers read too. */
export function changeWord(change: Change): string {
  const words: Record<Change, string> = {
    new: t('new'),
    changed: t('changed'),
    gone: t('gone'),
  };
  return words[change];
}

/** Returns where a model was that is gone, e.g. "was on llama-3-8b". */
export function lastPlace(model: Model): string {
  if (!model.activeDeployment) return t('was not deployed');
  const base = model.kind === 'lora' ? model.activeDeployment.baseModelName : undefined;
  if (base) return t('was on {0}', cleanText(base, 80));
  return model.isServed ? t('was served') : t('was deployed');
}

/** Returns the URI by which `ChangeDecorations` recognizes a row; it can't be opened. */
export function changeUri(change: Change): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${change}` });
}

/** Color and letter of changed rows, as in a source control view. The rows say the same in words. */
export class ChangeDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== scheme) return undefined;
    const [badge, tooltip, color] =
      uri.path === '/new'
        ? ['N', t('New, not seen yet'), 'gitDecoration.addedResourceForeground']
        : uri.path === '/changed'
          ? ['C', t('Changed deployment, not seen yet'), 'gitDecoration.modifiedResourceForeground']
          : // Git's red is too dark for small text on the black background of high contrast.
            ['G', t('Gone, not seen yet'), 'hostedModels.goneForeground'];
    return new vscode.FileDecoration(badge, tooltip, new vscode.ThemeColor(color));
  }
}
