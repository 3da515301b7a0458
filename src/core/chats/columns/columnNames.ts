import { cleanText } from '../../cleanText.ts';
import type { Column } from '../tree/column.ts';

/** Names the columns by their models, each once: "tone", "tone (2)". */
export function columnNames(columns: readonly Pick<Column, 'id' | 'name'>[]): ReadonlyMap<string, string> {
  const models = columns.map(({ name }) => cleanText(name));
  return new Map(
    columns.map(({ id }, at) => {
      const name = models[at] ?? '';
      const before = models.slice(0, at).filter((one) => one === name).length;
      return [id, before === 0 ? name : `${name} (${before + 1})`];
    }),
  );
}
