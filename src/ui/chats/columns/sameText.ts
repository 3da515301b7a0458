import * as vscode from 'vscode';

/**
 * Says which columns gave the same answer; `undefined` if none did. `groups`: the names of those that did, as of `sameAnswers`;
 * `count`: how many answered; `isUnapplied`: it can mean that an adapter was not applied.
 */
export function sameText(
  groups: readonly (readonly string[])[],
  count: number,
  isUnapplied: boolean,
): string | undefined {
  if (groups.length === 0) return undefined;
  const who = groups.map((names) => {
    if (names.length < count) return vscode.l10n.t('{0} gave the same answer.', listed(names));
    return count === 2
      ? vscode.l10n.t('Both answers are the same.')
      : vscode.l10n.t('All answers are the same.');
  });
  const why = vscode.l10n.t('At temperature 0 this can mean that the adapter is not applied.');
  return [...who, ...(isUnapplied ? [why] : [])].join(' ');
}

/** "A and B", "A, B, and C". */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(names);
}
