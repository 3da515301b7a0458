/**
 * Which prompts are shown. `differs`: a model scored other than the base or, if neither was checked, answered something else.
 * `better`, `worse`: scored so. `failed`: a request failed. `slowest`: all, by their longest time to the first token. `passed`, `cut`,
 * `empty`: an answer passed its checks, was not complete, or had no text.
 */
export type RowFilter =
  | 'all'
  | 'differs'
  | 'worse'
  | 'better'
  | 'failed'
  | 'slowest'
  | 'passed'
  | 'cut'
  | 'empty';
