import * as vscode from 'vscode';
import type { LinkedPrompt, LinkProblem } from '../../core/links/link.ts';

/** Why a link can't be opened. Quotes nothing of the link but the names of its parameters. */
export function problemText(problem: LinkProblem): string {
  switch (problem.is) {
    case 'path':
      return vscode.l10n.t("This link can't be opened: Hosted Models opens links to a chat or a model only.");
    case 'tooLong':
      return vscode.l10n.t("This link can't be opened: it is too long.");
    case 'noName':
      return vscode.l10n.t("This link can't be opened: it doesn't name a model.");
    case 'kind':
      return vscode.l10n.t("This link can't be opened: its “kind” is neither lora nor baseModel.");
    case 'repeated':
      return vscode.l10n.t("This link can't be opened: it has “{0}” more than once.", problem.parameter);
    case 'unclearEnd':
      return vscode.l10n.t(
        "This link can't be opened: it is unclear where its “{0}” ends. A value with “&” must be encoded twice.",
        problem.parameter,
      );
    case 'encoding':
      return vscode.l10n.t("This link can't be opened: its “{0}” is damaged.", problem.parameter);
    case 'hidden':
      return vscode.l10n.t(
        "This link can't be opened: its “{0}” has control characters, or characters that change the direction of text.",
        problem.parameter,
      );
    case 'longValue': {
      const max = problem.max.toLocaleString(vscode.env.language);
      return vscode.l10n.t(
        "This link can't be opened: its “{0}” is longer than {1} characters.",
        problem.parameter,
        max,
      );
    }
  }
}

/** What stands above a composer that a link has filled. */
export function filledText({ hadHidden, hadMore }: LinkedPrompt): string {
  const sentences = [vscode.l10n.t('Filled in by a link.')];
  if (hadHidden) sentences.push(vscode.l10n.t('Hidden characters were removed.'));
  if (hadMore) sentences.push(vscode.l10n.t('The link goes on with something unknown, which was left out.'));
  return sentences.join(' ');
}
