import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { factFrom, modelFrom } from './modelArguments.ts';

/**
 * The models that a command is about, each once: all selected rows where the clicked one is among them, the clicked row, or,
 * for a key binding, which passes nothing, what is `selected` in the view.
 */
export function chosenModels(
  argument: unknown,
  selection: unknown,
  selected: readonly unknown[] = [],
): ModelRef[] {
  const clicked = modelFrom(argument);
  if (!clicked) return argument === undefined ? modelsOf(selected) : [];
  const rows: unknown[] = Array.isArray(selection) ? selection : [];
  const isAmong = refsOf(rows).some((row) => modelKey(row) === modelKey(clicked));
  return modelsOf(isAmong ? rows : [argument]);
}

/**
 * A click expands a row, so that a selection with Shift mostly takes its facts along: beside rows of models they count for
 * nothing. Alone, a fact's row stands for its model.
 */
function modelsOf(rows: readonly unknown[]): ModelRef[] {
  const models = refsOf(rows.filter((row) => factFrom(row) === undefined));
  const meant = models.length > 0 ? models : refsOf(rows);
  return [...new Map(meant.map((ref) => [modelKey(ref), ref])).values()];
}

function refsOf(rows: readonly unknown[]): ModelRef[] {
  return rows.flatMap((row) => modelFrom(row) ?? []);
}
