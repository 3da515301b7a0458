import type { Texts } from '../../../base/texts.ts';
import { cleanText, codeBlock } from '../../cleanText.ts';
import type { RunFindings } from '../report/runFindings.ts';
import { comparedModels } from '../run/runRecord.ts';
import {
  fewestUnits,
  isJudged,
  significance,
  type TagVerdict,
  type TagVerdicts,
  type Verdict,
} from '../verdict/pairedVerdict.ts';
import type { TagLine, TagWords } from './findingWords.ts';
import { exactText, percentText, pointsOf, probabilityText } from './percentText.ts';
import type { Display, VerdictSubject } from './verdictName.ts';

/** So many tags are named: first what got worse, then what got better, then those of most prompts. */
const maxNamed = 50;
/** A name is cut after so many letters. */
const longestName = 60;
/** So many are named in a verdict's sentence. */
const maxWorse = 5;

/** Says how each model did by tag; if none was compared by checks, how many prompts each tag has. */
export function tagLines({ run, tags, verdicts }: RunFindings, { t, names }: Display): TagLine[] {
  if (!tags) return [];
  const line = (title: string, words: readonly TagWords[], notes: readonly string[] = []): TagLine => {
    const more = words.length - maxNamed;
    const left = more > 0 ? [t.plural(more, '{0} more tag.', '{0} more tags.')] : [];
    return { title, tags: words.slice(0, maxNamed), notes: [...left, ...notes] };
  };
  const compared = verdicts.flatMap(({ model, verdict }) =>
    verdict.tags?.tags.length ? [{ model, found: verdict.tags, isFinal: isJudged(verdict) }] : [],
  );
  if (compared.length === 0) {
    const words = tags.names.map((tag, at): TagWords => {
      return { tag, text: t('{0} ({1})', cleanText(tag, longestName), tags.prompts[at] ?? 0), shows: 'all' };
    });
    return [line(t('By tag'), words)];
  }
  const isOne = comparedModels(run).length === 1;
  return compared.map(({ model, found, isFinal }) => {
    const title = isOne ? t('By tag') : t('By tag: {0}', names[model] ?? '');
    const words = worstFirst(found.tags).map((tag) => tagWords(t, tag, found));
    return { model, ...line(title, words, isFinal ? dependsNote(t, found) : []) };
  });
}

/** Says in Markdown how it was found whether the difference depends on the tag. */
export function tagParts({ tags }: Verdict, { t }: VerdictSubject): string[] {
  if (tags?.p === undefined) return [];
  const { p, tested, isOverlapping } = tags;
  const [formula, said] = isOverlapping
    ? [
        'z = (d̂ₜ − d̂) / √(vₜ + v)',
        t(
          'Prompts have several tags: d̂ and v are of those without the tag, p the smallest of all tags after Holm.',
        ),
      ]
    : [
        'Q = Σ (d̂ₜ − d̂)² / vₜ, d̂ = Σ (d̂ₜ / vₜ) / Σ (1 / vₜ)',
        t('Q is compared with χ² (degrees of freedom: {0}; Cochran, 1954).', tested - 1),
      ];
  const estimates = 'd̂ₜ = Σ d / (m + 2), vₜ = ((Σ d² + 2) / (m + 2) − d̂ₜ²) / (m + 2)';
  return [
    t(
      'Whether the difference depends on the tag is tested first, over the {0} tags of at least 10 prompts or groups, from the differences d of the m that each has. Only if this p is below {1}, a tag is called better or worse: if the p of its own test is, too, after Holm, and its interval leaves out 0.',
      tested,
      significance,
    ),
    codeBlock(`${estimates}\n${formula}\n\np = ${exactText(t, p)}`, 'text'),
    said,
  ];
}

/** Says on which tags a model got worse, unless it did so as a whole. */
export function worseTagsText({ kind, tags, difference }: Verdict, { t }: VerdictSubject): string {
  const worse = tags?.tags.filter((tag) => tag.kind === 'worse') ?? [];
  if (!tags || worse.length === 0 || kind === 'worse') return '';
  const said = worse
    .slice(0, maxWorse)
    .map((tag) => tagWords(t, tag, tags).text)
    .join(' · ');
  return kind === 'better' || (kind === 'belowMinimum' && difference > 0)
    ? t('Better as a whole, but not for every tag: {0}.', said)
    : t('By tag: {0}.', said);
}

function dependsNote(t: Texts, { p, tested }: TagVerdicts): string[] {
  if (p === undefined)
    return [t('Tags are compared if two or more have at least {0} prompts, or groups.', fewestUnits)];
  const said = probabilityText(t, p);
  return [
    p < significance
      ? t('The difference depends on the tag ({0}). Adjusted for {1} tags (Holm).', said, tested)
      : t('Not clear that the difference depends on the tag ({0}).', said),
  ];
}

function worstFirst(tags: readonly TagVerdict[]): TagVerdict[] {
  const rank = ({ kind }: TagVerdict) => (kind === 'worse' ? 0 : kind === 'better' ? 1 : 2);
  return tags.toSorted((one, other) => rank(one) - rank(other));
}

function tagWords(
  t: Texts,
  { name, units, base, other, kind, p = 1, interval }: TagVerdict,
  all: TagVerdicts,
): TagWords {
  const score = (share: number) =>
    all.isYesOrNo ? t.number(Math.round(share * units)) : percentText(t, share);
  const counts = t('{0} {1} → {2} of {3}', cleanText(name, longestName), score(base), score(other), units);
  const said = probabilityText(t, p);
  const text =
    kind === 'worse'
      ? t('{0}, worse ({1})', counts, said)
      : kind === 'better'
        ? t('{0}, better ({1})', counts, said)
        : counts;
  return {
    tag: name,
    text,
    ...(interval && { title: intervalText(t, interval) }),
    shows: kind ?? 'all',
    ...(kind && { kind }),
  };
}

function intervalText(t: Texts, [low, high]: [number, number]): string {
  const points = pointsOf([low, high]);
  if (low > 0) return t('{0} to {1} points better (95% interval)', points(low), points(high));
  if (high < 0) return t('{0} to {1} points worse (95% interval)', points(high), points(low));
  return t('between {0} points worse and {1} better (95% interval)', points(low), points(high));
}
