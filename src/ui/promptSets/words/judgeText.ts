import { cleanText } from '../../../core/cleanText.ts';
import { type ModelJudgeVerdict, runJudgeVerdicts } from '../../../core/promptSets/judge/runJudgeVerdicts.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { fewestUnits } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import type { RaterAgreement } from '../../../core/statistics/index.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { exactText } from '../verdict/percentText.ts';
import type { VerdictSubject } from '../verdict/verdictName.ts';
import { preferenceParts, preferenceSubject, preferenceTexts } from './preferenceText.ts';

/** With fewer ratings, nobody knows whether to trust a judge. */
const fewestRated = 50;

/** Says in words what judges found. */
export function judgeTexts(
  verdicts: readonly ModelJudgeVerdict[],
  names: readonly string[],
): RunPageVerdict[] {
  return preferenceTexts(verdicts, names, (one) => {
    const judge = judgeName(one.judging);
    return {
      found: (text) => t('Judged by {0}: {1}', judge, text),
      progress: { done: one.judged, of: one.of },
      tooFew: (count, model) =>
        plural(
          count,
          'Judged by {3}: no verdict on {1}. Only {0} prompt was judged; it takes at least {2}.',
          'Judged by {3}: no verdict on {1}. Only {0} prompts were judged; it takes at least {2}.',
          model,
          fewestUnits,
          judge,
        ),
      more: trustTexts(one),
    };
  });
}

/** Returns in words what the judge of a run found about its first model, or `undefined` if there is no verdict. */
export async function firstJudgeText(
  file: Pick<RunFile, 'run' | 'index'>,
  names: readonly string[],
): Promise<string | undefined> {
  const [first] = judgeTexts(await runJudgeVerdicts(file), names);
  return first?.kind === 'none' ? undefined : first?.text;
}

/** Returns what is wrong with judges, or lacks. `errorWords` says why a request failed. */
export function judgeNotices(
  verdicts: readonly ModelJudgeVerdict[],
  isJudging: boolean,
  errorWords: (one: ModelJudgeVerdict['judging']) => string,
): string[] {
  return verdicts.flatMap(({ judging, judged, of }) => {
    const judge = judgeName(judging);
    const notices: string[] = [];
    if (judging.isCompared)
      notices.push(
        t('The judge {0} is one of the compared models or their base: it may prefer its own words.', judge),
      );
    if (judging.gaveUp && !isJudging)
      notices.push(
        `${t('The judge {0} failed ten times in a row and was asked no more.', judge)} ${errorWords(judging)}`.trim(),
      );
    if (judged < of && !isJudging)
      notices.push(
        t(
          '{0} has judged {1} of {2} prompts. Judge With Model… goes on with the same judge and template.',
          judge,
          numberText(judged),
          numberText(of),
        ),
      );
    return notices;
  });
}

/** Says what helps to decide whether to trust a judge. */
function trustTexts(one: ModelJudgeVerdict): string[] {
  const { judged, none, of, contradicted, longer, isLengthTested, agreement, rated, judging } = one;
  const said: string[] = [];
  if (none > 0) said.push(noJudgmentText(none, judging.unusable));
  if (contradicted > 0)
    said.push(
      t(
        'With the order swapped it contradicted itself on {0} of {1}, which count as ties.',
        numberText(contradicted),
        numberText(judged),
      ),
    );
  if (longer.of > 0)
    said.push(t('The longer answer won {0} of {1}.', numberText(longer.longer), numberText(longer.of)));
  if (!isLengthTested && longer.of > 0)
    said.push(
      t('Whether it likes length as such can’t be told: too seldom is either answer the longer one.'),
    );
  if (agreement) said.push(agreementText(agreement));
  const needed = Math.min(fewestRated, of);
  if (rated < needed)
    said.push(
      needed < of
        ? t('Rate at least {0}, drawn at random, to know whether to trust it.', needed)
        : t('Rate all {0} to know whether to trust it.', needed),
    );
  return said;
}

function noJudgmentText(none: number, unusable: string | undefined): string {
  const said = plural(none, 'No judgment on {0} prompt.', 'No judgment on {0} prompts.');
  if (unusable === undefined) return said;
  const words = cleanText(unusable, 80);
  return words === ''
    ? `${said} ${t('The judge answered without text.')}`
    : `${said} ${t('The judge answered, for instance: “{0}”', words)}`;
}

/** Returns the parts of *How This Is Computed* that are about judges, as Markdown. */
export function judgeParts(verdicts: readonly ModelJudgeVerdict[], names: readonly string[]): string[] {
  const texts = judgeTexts(verdicts, names);
  return verdicts.flatMap((one, at) => {
    const subject = preferenceSubject(verdicts, one, names);
    const { judging, verdict, judged, none, of, agreement } = one;
    const { text = '', test = '' } = texts[at] ?? {};
    const counted = t(
      '{0} of {1} prompts were judged, {2} of them without a judgment. Prompts of one group count once, as what most of them say.',
      numberText(judged),
      numberText(of),
      numberText(none),
    );
    return [
      `## ${t('{0} beside {1}, judged by {2}', subject.other, subject.base, judgeName(judging))}`,
      `${text} ${test}`.trim(),
      t(
        'The judge saw each prompt with both answers twice, in both orders, without names, between marks drawn at random. Only a last line A, B or TIE counts; if the two disagree, that is a tie. Answers that read the same are left out.',
      ),
      ...(verdict.kind === 'notFinal' ? [] : preferenceParts(verdict, subject, counted)),
      ...(one.isLengthTested ? [lengthPart(subject)] : []),
      ...(agreement ? kappaParts(agreement) : []),
      t('What it was asked:'),
      judging.template.replace(/^/gmu, '    '),
    ];
  });
}

function agreementText({ kappa, interval, units }: RaterAgreement): string {
  const [value, count] = [hundredths(kappa), numberText(units)];
  if (!interval || units < fewestRated)
    return t('Agreement with your ratings: κ = {0} on {1} prompts.', value, count);
  const [low, high] = interval.map(hundredths);
  return t(
    'Agreement with your ratings: κ = {0} (95 % interval: {1} to {2}) on {3} prompts.',
    value,
    low ?? '',
    high ?? '',
    count,
  );
}

function lengthPart({ base, other }: Pick<VerdictSubject, 'base' | 'other'>): string {
  return t(
    'A judge may like what is longer. sᵢ = (wᵢ + 1) / (mᵢ + 2) is the share that {0} won of the m pairs where its answer is the longer (1), and where that of {1} is (2). The verdict stands if s = (s₁ + s₂) / 2 ± 1.96 √(Σ sᵢ (1 − sᵢ) / (mᵢ + 2) / 4) lies on its side of ½.',
    other,
    base,
  );
}

function kappaParts({ kappa, interval, share, units }: RaterAgreement) {
  return [
    t(
      'Cohen’s κ (1960) is how far the judge agrees with your ratings beyond chance: 0 is chance, 1 is always. Its interval is that of Fleiss, Cohen and Everitt (1969).',
    ),
    [
      '```text',
      'κ = (pₒ − pₑ) / (1 − pₑ)',
      `n = ${numberText(units)}, pₒ = ${exactText(share)}, κ = ${exactText(kappa)}${interval ? `, low = ${exactText(interval[0])}, high = ${exactText(interval[1])}` : ''}`,
      '```',
    ].join('\n'),
  ];
}

/** Their titles stay in their language. */
export const judgeSources = [
  'J. Cohen, “A coefficient of agreement for nominal scales”, Educational and Psychological Measurement 20 (1960), 37–46',
  'J. L. Fleiss, J. Cohen and B. S. Everitt, “Large sample standard errors of kappa and weighted kappa”, Psychological Bulletin 72 (1969), 323–327',
];

function judgeName({ judge }: ModelJudgeVerdict['judging']): string {
  return cleanText(judge.name, 80);
}

function hundredths(value: number): string {
  return numberText(value, { maximumFractionDigits: 2 });
}
