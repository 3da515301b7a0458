import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { factFrom, modelFrom } from './modelArguments.ts';

/**
 * Returns the models that a command acts on, each once: all selected rows if the clicked row is among them, else the clicked row;
 * for a key binding, which passes nothing, the view's `selected` rows.
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
 * Returns the models of these rows, each once. A click expands a row, so a Shift selection usually includes rows of facts: beside
 * rows of models they are ignored; without any, a fact's row stands for its model.
 */
export function modelsOf(rows: readonly unknown[]): ModelRef[] {
  const models = refsOf(rows.filter((row) => factFrom(row) === undefined));
  const meant = models.length > 0 ? models : refsOf(rows);
  return [...new Map(meant.map((ref) => [modelKey(ref), ref])).values()];
}

function refsOf(rows: readonly unknown[]): ModelRef[] {
  return rows.flatMap((row) => modelFrom(row) ?? []);
}
