import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { modelFrom } from '../models/modelArguments.ts';

/** The LoRAs among the rows that a command was called on: all selected ones where the clicked one is among them. Each once. */
export function lorasAmong(argument: unknown, selection: unknown): ModelRef[] {
  const clicked = modelFrom(argument);
  const rows = Array.isArray(selection) ? selection.flatMap((row) => modelFrom(row) ?? []) : [];
  const isAmong = rows.some(({ connectionId, name }) => {
    return name === clicked?.name && connectionId === clicked.connectionId;
  });
  const meant = isAmong ? rows : clicked ? [clicked] : rows;
  const loras = meant.filter(({ kind }) => kind === 'lora');
  return [...new Map(loras.map((ref) => [modelKey(ref), ref])).values()];
}
