import { cleanText } from '../../cleanText.ts';
import type { Column, Comparison } from '../tree/comparison.ts';

/** Names a column while its model is hidden. */
export function letterAt(at: number): string {
  return 'ABCD'[at] ?? '';
}

/** Names the columns by their models or, as long as those are hidden, by letters. Each name is unique: "tone", "tone (2)". */
export function columnNames({
  columns,
  blind,
}: Pick<Comparison, 'blind'> & { columns: readonly Pick<Column, 'id' | 'model'>[] }): ReadonlyMap<
  string,
  string
> {
  const models = columns.map(({ model }) => cleanText(model));
  const names = models.map((name, at) => {
    if (blind === 'hidden') return letterAt(at);
    const before = models.slice(0, at).filter((one) => one === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
  return new Map(columns.map(({ id }, at) => [id, names[at] ?? '']));
}
