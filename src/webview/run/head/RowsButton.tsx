import type { CountedPart, RunList } from '../../../protocol/run.ts';

/** Shows the prompts behind a number of the page's head. */
export type ShowRows = (list: RunList) => void;

interface RowsButtonProps {
  text: string;
  title?: string | undefined;
  /** The list that it shows, but for what is looked for. */
  rows: Omit<RunList, 'find'>;
  /** The list that is shown. */
  list: RunList;
  onShow: ShowRows;
}

/** A number with prompts behind it. */
export function RowsButton({ text, title, rows, list, onShow }: RowsButtonProps) {
  return (
    <button
      type="button"
      class="figure"
      aria-pressed={rows.show === list.show && rows.model === list.model && rows.tag === list.tag}
      title={title}
      onClick={() => onShow({ ...rows, find: '' })}
    >
      {text}
    </button>
  );
}

interface CountedTextProps extends Pick<RowsButtonProps, 'text' | 'list' | 'onShow'> {
  counted: readonly CountedPart[] | undefined;
  /** Whose prompts are counted. */
  model: number | undefined;
}

/** A text whose parts that count prompts are buttons. */
export function CountedText({ text, counted = [], model, list, onShow }: CountedTextProps) {
  const ends = [0, ...counted.map(({ to }) => to)];
  return (
    <>
      {counted.map(({ from, to, shows }, at) => {
        const isChange = shows === 'betterThanBefore' || shows === 'worseThanBefore';
        const rows = { show: shows, ...(model !== undefined && !isChange && { model }) };
        return [
          text.slice(ends[at], from),
          <RowsButton key={at} text={text.slice(from, to)} rows={rows} list={list} onShow={onShow} />,
        ];
      })}
      {text.slice(ends.at(-1))}
    </>
  );
}
