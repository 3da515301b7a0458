import * as v from 'valibot';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { parsed } from '../shared/parsed.ts';

const modelArgument = v.object({
  connectionId: v.string(),
  kind: v.picklist(['lora', 'baseModel']),
  name: v.string(),
});

/** Returns the model of a command's argument: a row of the tree, or a reference from one of our pages. */
export function modelFrom(argument: unknown): ModelRef | undefined {
  return parsed(modelArgument, argument);
}

const factArgument = v.object({
  ...modelArgument.entries,
  fact: v.object({ id: v.string(), value: v.optional(v.string()), copy: v.optional(v.string()) }),
});

/** Returns the fact on whose row a command was called; `undefined` for any other argument. */
export function factFrom(
  argument: unknown,
): (ModelRef & Record<'value' | 'copy', string | undefined>) | undefined {
  const read = parsed(factArgument, argument);
  if (!read) return undefined;
  const { fact, ...ref } = read;
  return { ...ref, value: fact.value, copy: fact.copy };
}

/**
 * Returns the models that a command acts on, each once: all selected rows if the clicked row is among them, else the clicked row;
 * for a key binding, which passes nothing, the view's `selected` rows.
 */
export function chosenModels(argument: unknown, selection: unknown, selected: readonly unknown[] = []) {
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
