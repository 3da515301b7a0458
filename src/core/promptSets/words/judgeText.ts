import type { Texts } from '../../../base/texts.ts';
import { cleanText } from '../../cleanText.ts';
import type { RaterAgreement } from '../../statistics/index.ts';
import type { ModelJudgeVerdict } from '../judge/runJudgeVerdicts.ts';
import type { RunFindings, RunSituation } from '../report/runFindings.ts';
import type { VerdictWords } from './findingWords.ts';
import { preferenceTexts } from './preferenceText.ts';
import type { RunDisplay } from './runNotices.ts';
import type { Display } from './verdictName.ts';

/** With fewer ratings, nobody knows whether to trust a judge. */
const fewestRated = 50;

/** Says in words what judges found. */
export function judgeTexts({ judged }: Pick<RunFindings, 'judged'>, display: Display): VerdictWords[] {
  const { t } = display;
  return preferenceTexts(judged, display, (one) => {
    const judge = judgeName(one.judging);
    return {
      who: 'judged',
      by: (text) => t('Judged by {0}: {1}', judge, text),
      only: (count) => t.plural(count, 'Only {0} prompt was judged', 'Only {0} prompts were judged'),
      progress: { done: one.judged, of: one.of },
      more: trustTexts(t, one),
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
    const failed = t('The judge {0} failed ten times in a row and was asked no more.', judge);
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
  const { judged, none, of, contradicted, longer, isLengthTested, agreement, rated, judging } = one;
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
    rated < needed ? toRate : '',
  ].filter(Boolean);
}

function noJudgmentText(t: Texts, none: number, unusable: string | undefined): string {
  const said = t.plural(none, 'No judgment on {0} prompt.', 'No judgment on {0} prompts.');
  if (unusable === undefined) return said;
  const words = cleanText(unusable, 80);
  return words === ''
    ? `${said} ${t('The judge answered without text.')}`
    : `${said} ${t('The judge answered, for instance: “{0}”', words)}`;
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
