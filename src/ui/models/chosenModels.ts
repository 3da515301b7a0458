import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { modelFrom } from './modelArguments.ts';

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
  const rows = modelsOf(Array.isArray(selection) ? selection : []);
  const isAmong = rows.some((row) => modelKey(row) === modelKey(clicked));
  return isAmong ? rows : modelsOf([clicked]);
}

/** A fact's row stands for its model. */
function modelsOf(rows: readonly unknown[]): ModelRef[] {
  const models = rows.flatMap((row) => modelFrom(row) ?? []);
  return [...new Map(models.map((ref) => [modelKey(ref), ref])).values()];
}
