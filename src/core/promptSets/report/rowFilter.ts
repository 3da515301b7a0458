/** What a person said of an answer and the base's, or a judge: whose is better. */
export type PreferenceFilter = `${'rated' | 'judged'}${'Base' | 'Other' | 'Tie'}`;

/**
 * Which prompts are shown. `differs`: a model scored other than the base or, if neither was checked, answered something else.
 * `better`, `worse`, `equal`: scored so. `lost`: one of two answers to compare is not known. `failed`: a request failed. `slowest`: all,
 * by their longest time to the first token. `passed`, `cut`, `empty`: an answer passed its checks, was not complete, or had no text.
 * `allPassed`: all of a model's answers passed. `flaky`: some of its answers passed and some did not.
 */
export type RowFilter =
  | 'all'
  | 'differs'
  | 'worse'
  | 'better'
  | 'equal'
  | 'lost'
  | 'failed'
  | 'slowest'
  | 'passed'
  | 'cut'
  | 'empty'
  | 'allPassed'
  | 'flaky'
  | PreferenceFilter;

/** The prompts whose score has changed since an earlier run. */
export type ChangeFilter = 'betterThanBefore' | 'worseThanBefore';
