import type { Texts } from '../../../base/texts.ts';
import { cleanText } from '../../cleanText.ts';
import type { RaterAgreement } from '../../statistics/index.ts';
import { isKeyRefused } from '../../testRequests/testRequest.ts';
import type { ModelJudgeVerdict } from '../judge/runJudgeVerdicts.ts';
import type { RunFindings, RunSituation } from '../report/runFindings.ts';
import { type CorrectedVerdict, fewestRated } from '../verdict/correctedVerdict.ts';
import type { VerdictWords } from './findingWords.ts';
import { percentNumber, probabilityText } from './percentText.ts';
import { type PreferenceSubject, preferenceSubject, preferenceTexts } from './preferenceText.ts';
import type { RunDisplay } from './runNotices.ts';
import type { Display } from './verdictName.ts';

/** Says in words what judges found. */
export function judgeTexts({ judged }: Pick<RunFindings, 'judged'>, display: Display): VerdictWords[] {
  const { t } = display;
  const comparisons = judged.filter(({ corrected }) => corrected).length;
  return preferenceTexts(judged, display, (one) => {
    const judge = judgeName(one.judging);
    return {
      who: 'judged',
      by: (text) => t('Judged by {0}: {1}', judge, text),
      only: (count) =>
        count === 0
          ? t('No prompt was judged')
          : t.plural(count, 'Only {0} prompt was judged', 'Only {0} prompts were judged'),
      progress: { done: one.judged, of: one.of },
      more: trustTexts(t, one),
      instead: one.corrected && {
        kind: one.corrected.kind,
        text: t(
          'Judged by {0}, corrected by {1} of your ratings: {2}',
          judge,
          one.rated,
          correctedText(one.corrected, { ...preferenceSubject(judged, one, display), comparisons }),
        ),
      },
    };
  });
}

/** Returns what is wrong with judges, or lacks. */
export function judgeNotices(
  { judged: verdicts }: Pick<RunFindings, 'judged'>,
  { isJudging }: Pick<RunSituation, 'isJudging'>,
  { t, judgeErrorWords }: Pick<RunDisplay, 't' | 'judgeErrorWords'>,
): string[] {
  return verdicts.flatMap(({ judging, judged, of }) => {
    const judge = judgeName(judging);
    const failed = isKeyRefused({ error: judging.gaveUp?.error })
      ? t('The judge {0} was asked no more.', judge)
      : t('The judge {0} failed ten times in a row and was asked no more.', judge);
    const goOn = t(
      '{0} has judged {1} of {2} prompts. Judge With Model… goes on with the same judge and template.',
      judge,
      judged,
      of,
    );
    return [
      judging.isCompared
        ? t('The judge {0} is one of the compared models or their base: it may prefer its own words.', judge)
        : '',
      judging.gaveUp && !isJudging ? `${failed} ${judgeErrorWords(judging)}`.trim() : '',
      judged < of && !isJudging ? goOn : '',
    ].filter(Boolean);
  });
}

/** Says what helps to decide whether to trust a judge. */
function trustTexts(t: Texts, one: ModelJudgeVerdict): string[] {
  const { judged, none, of, contradicted, longer, isLengthTested, agreement, rated, judging, corrected } =
    one;
  const needed = Math.min(fewestRated, of);
  const toRate =
    needed < of
      ? t('Rate at least {0}, drawn at random, to know whether to trust it.', needed)
      : t('Rate all {0} to know whether to trust it.', needed);
  return [
    none > 0 ? noJudgmentText(t, none, judging.unusable) : '',
    contradicted > 0
      ? t(
          'With the order swapped it contradicted itself on {0} of {1}, which count as ties.',
          contradicted,
          judged,
        )
      : '',
    longer.of > 0 ? t('The longer answer won {0} of {1}.', longer.longer, longer.of) : '',
    longer.of > 0 && !isLengthTested
      ? t("Whether it likes length as such can't be told: too seldom is either answer the longer one.")
      : '',
    agreement ? agreementText(t, agreement) : '',
    corrected?.narrower === undefined ? '' : narrowerText(t, corrected.narrower),
    rated < needed && judged > 0 ? toRate : '',
    judged === 0 && none > 0 ? t('Try another judge, or change the template.') : '',
  ].filter(Boolean);
}

/** Says which model is preferred, or that nothing is clear. */
function correctedText(verdict: CorrectedVerdict, subject: PreferenceSubject): string {
  const { kind, why, share, low, high, p, holmP = p } = verdict;
  const { t, base, other, comparisons } = subject;
  const [name, part, from, to] =
    share >= 0.5 ? [other, share, low, high] : [base, 1 - share, 1 - high, 1 - low];
  const [percent, least, most] = [part, from, to].map((one) => percentNumber(t, one));
  const said = t(
    '{0} is preferred in {1}% (95% interval: {2} to {3}), a tie being half.',
    name,
    percent ?? '',
    least ?? '',
    most ?? '',
  );
  if (kind !== 'unclear') return said;
  if (why === 'skipped') return t('unclear. The prompts that were skipped could change it. {0}', said);
  if (why === 'holm')
    return t(
      'unclear. As one of {0} comparisons it may be chance ({1}, adjusted). {2}',
      comparisons,
      probabilityText(t, holmP),
      said,
    );
  return t('no clear preference. {0}', said);
}

function narrowerText(t: Texts, share: number): string {
  const points = Math.round(share * 100);
  return points < 1
    ? t('Twenty more ratings would narrow the interval by less than a point.')
    : t.plural(
        points,
        'Twenty more ratings would narrow the interval by {0} point.',
        'Twenty more ratings would narrow the interval by {0} points.',
      );
}

function noJudgmentText(t: Texts, none: number, unusable: string | undefined): string {
  const said = t.plural(none, 'No judgment on {0} prompt.', 'No judgment on {0} prompts.');
  if (unusable === undefined) return said;
  const words = cleanText(unusable, 80);
  return words === ''
    ? `${said} ${t('The judge answered without text.')}`
    : `${said} ${t('The judge answered, for instance: “{0}”.', words)}`;
}

function agreementText(t: Texts, { kappa, interval, units }: RaterAgreement): string {
  const value = hundredths(t, kappa);
  if (!interval || units < fewestRated)
    return t('Agreement with your ratings: κ = {0} on {1} prompts.', value, units);
  const [low, high] = interval;
  return t(
    'Agreement with your ratings: κ = {0} (95% interval: {1} to {2}) on {3} prompts.',
    value,
    hundredths(t, low),
    hundredths(t, high),
    units,
  );
}

/** Returns a judge's name, as it is shown. */
export function judgeName({ judge }: ModelJudgeVerdict['judging']): string {
  return cleanText(judge.name, 80);
}

function hundredths(t: Texts, value: number): string {
  return t.number(value, { maximumFractionDigits: 2 });
}
