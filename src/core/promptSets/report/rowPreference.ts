import { type Judgment, judgmentOfPair } from '../judge/judgment.ts';
import type { RunIndex } from '../run/runIndex.ts';
import type { RatingChoice } from '../run/runRecord.ts';
import type { PreferenceFilter, RowFilter } from './rowFilter.ts';

/** Whose answer to a prompt is better, a model's or the base's. */
export interface RowPreference {
  /** As the last finished round of ratings says: one under way is blind still. */
  rated: RatingChoice | undefined;
  /** As a judge says that was asked in both orders. */
  judged: Judgment | undefined;
}

export function rowPreference(index: RunIndex, prompt: number, model: number): RowPreference {
  return {
    rated: index.ratings.of(model).finished?.choices[prompt],
    judged: judgmentOfPair(index.judgments.said(model, prompt)),
  };
}

const preferences: Record<PreferenceFilter, [who: keyof RowPreference, whose: 'base' | 'other' | 'tie']> = {
  ratedBase: ['rated', 'base'],
  ratedOther: ['rated', 'other'],
  ratedTie: ['rated', 'tie'],
  judgedBase: ['judged', 'base'],
  judgedOther: ['judged', 'other'],
  judgedTie: ['judged', 'tie'],
};

export function isPreferenceFilter(filter: RowFilter): filter is PreferenceFilter {
  return Object.hasOwn(preferences, filter);
}

/** Returns whether a filter shows a prompt of which this is said. */
export function isPreferred(preference: RowPreference, filter: PreferenceFilter): boolean {
  const [who, whose] = preferences[filter];
  return preference[who] === whose;
}
