import type { Model } from '../../api/types.ts';
import { defined } from '../../base/defined.ts';
import { inSlices } from '../../base/eventLoop.ts';
import type { Catalog } from '../models/catalog.ts';
import { changeKey } from '../models/catalogChanges.ts';
import { filterProblem } from '../models/filterProblems.ts';
import { readFilter, splitWords } from '../models/modelFilter.ts';
import { modelEntry } from './modelEntry.ts';
import { type ListInput, ToolError } from './toolInput.ts';

/** Most models in an answer: about 8 KB with usual names. */
export const maxListed = 50;

/** The kept list of a connection that a tool was asked about. */
export interface AskedList {
  /** The connection, as the answers name it. */
  connection: string;
  /** What its server is, unless that is a hosting service. */
  serverKind?: 'openai' | undefined;
  catalog: Catalog;
  error: string | undefined;
}

/**
 * Returns the answer to `list_hosted_models`: how each list stands, the first matching models from `offset` on, and how many more
 * there are. Throws `ToolError` for a filter that can't be used.
 */
export async function listAnswer(
  { filter, offset }: Pick<ListInput, 'filter' | 'offset'>,
  lists: readonly AskedList[],
  now: number,
) {
  checkFilter(
    filter,
    lists.flatMap(({ catalog }) => [...catalog.loras, ...catalog.baseModels]),
  );
  const matches = await matching(filter, lists, now);
  const models = matches.slice(offset, offset + maxListed);
  return {
    connections: lists.map((list) => listState(list, now)),
    models: models.map(({ model, connection }) => ({ ...modelEntry(model), connection })),
    left_out: Math.max(0, matches.length - offset - models.length),
  };
}

/** Throws `ToolError` for a word that can't be used. `@creator` would answer who made what, one name after the other. */
function checkFilter(filter: string, models: readonly Model[]): void {
  const creator = splitWords(filter).find((word) => /^-*@creator(?::|$)/iu.test(word));
  // The space says that the last word is complete.
  const problem = filterProblem(`${filter} `, models);
  // What no model tells finds nothing, which is an answer.
  const refused = creator ?? (problem?.is === 'untold' ? undefined : problem?.word);
  if (refused === undefined) return;
  throw new ToolError(
    `The filter word ${refused} can't be used. The words are @deployed, @undeployed, @changed, @base:x and @older:90d (also w, mo, y); other words match names.`,
  );
}

function listState({ connection, serverKind, catalog, error }: AskedList, now: number) {
  const { loras, baseModels, loadedAt, skipped } = catalog;
  return defined({
    connection,
    server_kind: serverKind,
    loras: loras.length,
    base_models: baseModels.length,
    // Less than nothing if the clock was set back since.
    minutes_old: loadedAt === undefined ? undefined : Math.max(0, Math.trunc((now - loadedAt) / 60_000)),
    unreadable_entries: skipped > 0 ? skipped : undefined,
    error,
  });
}

async function matching(filter: string, lists: readonly AskedList[], now: number) {
  const passes = readFilter(filter);
  const matches: { connection: string; model: Model }[] = [];
  for (const { connection, catalog } of lists) {
    const context = { now, isChanged: (model: Model) => catalog.changes.has(changeKey(model)) };
    await inSlices([...catalog.loras, ...catalog.baseModels], (model) => {
      if (passes(model, context)) matches.push({ connection, model });
    });
  }
  return matches;
}
