import type { Model } from '../../api/types.ts';
import { inSlices } from '../inSlices.ts';
import { changeKey } from '../models/catalogChanges.ts';
import { filterProblem } from '../models/filterProblems.ts';
import { readFilter, splitWords } from '../models/modelFilter.ts';
import { ByteBudget, mostBytes } from './byteBudget.ts';
import { type AskedConnection, addStates, connectionLabel, counted, dataNotice } from './listState.ts';
import { modelEntry } from './modelEntry.ts';
import { type ListInput, ToolInputError } from './toolInput.ts';

/** Kept free for the last sentence, which says how to go on. */
const endBytes = 200;

interface Match {
  asked: AskedConnection;
  model: Model;
}

/**
 * Returns the answer to `list_hosted_models`: sentences about each list, then one JSON object per line and model. JSON keeps
 * names inside their quotes, whatever is in them, and can be cut between lines. Throws `ToolInputError` for a filter that
 * can't be used.
 */
export async function listAnswer(
  { filter, offset, limit }: Pick<ListInput, 'filter' | 'offset' | 'limit'>,
  connections: readonly AskedConnection[],
  now: number,
): Promise<string> {
  const all = connections.map(({ catalog }) => [...catalog.loras, ...catalog.baseModels]);
  checkFilter(filter, all.flat());
  const matches = await matching(filter, connections, now);
  const text = new ByteBudget(mostBytes);
  text.add(dataNotice);
  addStates(text, connections, now);
  if (filter.trim() !== '') text.add(`Matching the filter: ${counted(matches.length, 'model')}.`);
  const page = matches.slice(offset, Math.min(offset + limit, matches.length));
  const shown = addModels(text, page, connections.length > 1);
  text.add(endText(offset, shown, matches.length));
  return text.text;
}

async function matching(
  filter: string,
  connections: readonly AskedConnection[],
  now: number,
): Promise<Match[]> {
  const passes = readFilter(filter);
  const matches: Match[] = [];
  for (const asked of connections) {
    const { loras, baseModels, changes } = asked.catalog;
    const context = { now, isChanged: (model: Model) => changes.has(changeKey(model)) };
    await inSlices([...loras, ...baseModels], (model) => {
      if (passes(model, context)) matches.push({ asked, model });
    });
  }
  return matches;
}

/** Returns how many fitted. */
function addModels(text: ByteBudget, page: readonly Match[], areSeveral: boolean): number {
  for (const [at, { asked, model }] of page.entries()) {
    const entry = modelEntry(model);
    const line = areSeveral ? { ...entry, connection: connectionLabel(asked) } : entry;
    if (!text.add(JSON.stringify(line), endBytes)) return at;
  }
  return page.length;
}

function endText(offset: number, shown: number, total: number): string {
  if (total === 0) return 'No models.';
  if (shown === 0) return `There are no models from offset ${offset} on; there are ${total} in all.`;
  const range = `Models ${offset + 1} to ${offset + shown} of ${total}.`;
  const next = offset + shown;
  return next < total
    ? `${range} For the next ones, call again with "offset": ${next}, or narrow the filter.`
    : range;
}

/**
 * Throws `ToolInputError` for a filter that the tool does not take: `@creator`, which would answer who made what, one name after
 * the other, and what the view's filter warns of.
 */
function checkFilter(filter: string, models: readonly Model[]): void {
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
