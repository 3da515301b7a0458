import type { Model } from '../../api/types.ts';
import { filterProblem } from '../models/filterProblems.ts';
import { splitWords } from '../models/modelFilter.ts';
import { ToolInputError } from './toolInput.ts';

/**
 * Throws `ToolInputError` for a filter that the tool does not take: `@creator`, which would answer who made what, one name after
 * the other, and what the view's filter warns of.
 */
export function checkFilter(filter: string, models: readonly Model[]): void {
  if (splitWords(filter).some((word) => /^-*@creator(?::|$)/iu.test(word))) {
    throw new ToolInputError(
      'The filter word @creator: is not available here: who made a model is not passed on. Leave it out.',
    );
  }
  // The space says that the last word is complete.
  const problem = filterProblem(`${filter} `, models);
  if (!problem) return;
  const { is, word, suggestion } = problem;
  if (is === 'noAge') throw new ToolInputError(`${word} takes an age, such as 90d, 6w, 3mo or 1y.`);
  const nearest = suggestion?.word === '@creator:' ? undefined : suggestion?.word;
  throw new ToolInputError(
    `There is no filter word ${word}. ${
      nearest === undefined
        ? 'The words are @deployed, @undeployed, @changed, @base:x and @older:90d; other words match names.'
        : `Did you mean ${nearest}?`
    }`,
  );
}
