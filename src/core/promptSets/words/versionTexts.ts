import type { Texts } from '../../../base/texts.ts';
import { cleanText } from '../../cleanText.ts';
import type { AdapterVersion, VersionHistory } from '../compare/adapterVersions.ts';
import { runStanding } from '../report/runFindings.ts';
import { runSummary } from '../report/runSummary.ts';
import { isJudged, type Verdict } from '../verdict/pairedVerdict.ts';
import type { VersionTable } from './findingWords.ts';
import { pointsOf } from './percentText.ts';
import { dayAndTime } from './runFacts.ts';
import { summaryRow } from './summaryText.ts';
import { verdictName } from './verdictName.ts';

/** Returns a version's name with its time, since a LoRA that was deployed anew keeps its name. */
export function versionName(t: Texts, { file, model, at }: AdapterVersion): string {
  return t('{0}, {1}', cleanText(file.run.models[model]?.name ?? '', 80), dayAndTime(t, at));
}

/** Says of each version how much it passed, and how it did beside its base and beside the one before it. */
export async function versionTable(
  t: Texts,
  { versions }: Pick<VersionHistory, 'versions'>,
  minimumDifference: number,
): Promise<VersionTable> {
  const rows: VersionTable['rows'] = [];
  let comparisons = 0;
  for (const { version, base, before } of versions) {
    const standing = runStanding(version.file, { minimumDifference });
    const summary = (await runSummary(version.file)).find(({ model }) => model === version.model);
    const passed = summary && summaryRow(t, summary, standing).cells[0]?.text;
    const said = (verdict: Verdict | undefined) => {
      if (!verdict) return '';
      const name = verdictName(verdict, { t, minimumDifference, progress: standing.progress });
      if (!isJudged(verdict)) return name;
      comparisons += 1;
      return t('{0}: {1}', name, differenceText(t, verdict));
    };
    rows.push({ name: versionName(t, version), cells: [passed ?? '', said(base), said(before)] });
  }
  return {
    headings: [t('version'), t('passed'), t('beside its base'), t('beside the one before')],
    rows,
    note: t('Points with 95% intervals. Adjusted for all {0} comparisons of this table (Holm).', comparisons),
  };
}

/** Returns, e.g., "+12 (5 to 19)". */
function differenceText(
  t: Texts,
  { difference, low, high }: Pick<Verdict, 'difference'> & { low: number; high: number },
) {
  const points = pointsOf([difference, low, high]);
  const signed = (share: number) =>
    t.number(share < 0 ? -points(share) : points(share), { signDisplay: 'exceptZero' });
  return t('{0} ({1} to {2})', signed(difference), signed(low), signed(high));
}
