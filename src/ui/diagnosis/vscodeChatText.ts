import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import { mostMissingNamed, type VscodeChatFacts, type WhyMissing } from '../../core/diagnosis/diagnosis.ts';

export function vscodeChatLines({ added, missing, isLate }: VscodeChatFacts): string[] {
  if (isLate) return [vscode.l10n.t('models added to it: {0}', added), vscode.l10n.t('no answer in time')];
  const reasons: Record<WhyMissing, string> = {
    notInService: vscode.l10n.t('not listed by the service'),
    notRefreshed: vscode.l10n.t('not there yet at the last refresh'),
    leftOut: vscode.l10n.t('left out by VS Code'),
    unknown: vscode.l10n.t('unknown whether the service lists it'),
  };
  const lines = [vscode.l10n.t('models added to it: {0}, listed: {1}', added, added - missing.length)];
  for (const { name, because } of missing.slice(0, mostMissingNamed)) {
    lines.push(vscode.l10n.t('missing: {0}, {1}', cleanText(name), reasons[because]));
  }
  const more = missing.length - mostMissingNamed;
  return more > 0 ? [...lines, vscode.l10n.t('and {0} more', more)] : lines;
}

/** What is missing, and what to do about the first. */
export function vscodeChatRemark(
  { added, missing: [first, ...others] }: VscodeChatFacts,
  name: string,
): string {
  if (!first) {
    return vscode.l10n.t(
      "But VS Code did not say in time which models its chat lists. Another extension's models may be holding it up.",
    );
  }
  const model = cleanText(first.name, 60);
  const what =
    added === 1
      ? vscode.l10n.t("But VS Code's chat does not list {0}, which was added to it.", model)
      : vscode.l10n.t(
          "But VS Code's chat lists only {0} of the {1} models that were added to it.",
          added - others.length - 1,
          added,
        );
  return `${what} ${todoText(first.because, model, name)}`;
}

function todoText(because: WhyMissing, model: string, name: string): string {
  switch (because) {
    case 'notInService':
      return vscode.l10n.t(
        '{0} does not list {1}. Correct its name in the setting {2}, or remove it there.',
        name,
        model,
        'hostedModels.nativeChat.models',
      );
    case 'notRefreshed':
      return vscode.l10n.t('{0} lists {1} now: use *Refresh Models*.', name, model);
    case 'leftOut':
      return vscode.l10n.t(
        'Hosted Models offers {0}, but VS Code leaves it out: use *Developer: Reload Window*.',
        model,
      );
    case 'unknown':
      return vscode.l10n.t('It is unknown whether {0} lists {1}.', name, model);
  }
}
