import type { ModelRef } from '../../core/models/modelKey.ts';
import { chosenModels } from '../models/chosenModels.ts';

/** The LoRAs among the rows that a command was called on, each once: all selected ones where the clicked one is among them. */
export function lorasAmong(argument: unknown, selection: unknown): ModelRef[] {
  const rows: unknown[] = Array.isArray(selection) ? selection : [];
  return chosenModels(argument, rows, rows).filter(({ kind }) => kind === 'lora');
}
