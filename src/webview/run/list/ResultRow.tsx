import { useRef } from 'preact/hooks';
import type { RowMark, RunPageModel, RunPageRow } from '../../../protocol/run.ts';
import { ModelName } from '../../shared/controls.tsx';
import { memo } from '../../shared/memo.tsx';
import { textDirection } from '../../shared/textDirection.ts';
import { markFaces } from '../markFaces.ts';

interface ResultRowProps {
  /** `undefined` until the host has sent it. */
  row: RunPageRow | undefined;
  at: number;
  /** In pixels, what is free above it: for the details of the row before, or for rows that are not drawn. */
  gap: number;
  models: readonly RunPageModel[];
  /** True if each model has a line of its own. */
  isNarrow: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  onOpen: (at: number) => void;
}

/**
 * Shows how each model did on one prompt; its button, which is as large as the row, opens the details. Until its own row has come, an
 * element that had another one keeps that out of sight: drawing it anew twice would take the browser twice as long.
 */
export const ResultRow = memo<ResultRowProps>(
  ({ row: given, at, gap, models, isNarrow, isOpen, isTabStop, onOpen }) => {
    const former = useRef(given);
    // What has the focus can't be hidden.
    const row = given ?? (isTabStop ? undefined : former.current);
    former.current = row;
    const isComing = row !== given;
    return (
      <tr
        class={`result${isOpen ? ' is-open' : ''}${isComing ? ' is-coming' : ''}`}
        // The heads are the first row.
        aria-rowindex={at + 2}
        title={row && `${row.label}\n${row.question}`}
        // Chromium takes longer and longer for a style that changes again and again, so that most rows have none.
        style={gap > 0 ? { marginTop: `${gap}px` } : undefined}
      >
        <td class="label muted">
          <Clipped text={row?.label ?? ''} end={5} />
        </td>
        <td class="question">
          <button
            type="button"
            data-at={at}
            tabIndex={isTabStop ? 0 : -1}
            aria-expanded={isOpen}
            aria-label={row?.question}
            onClick={() => onOpen(at)}
          >
            <Clipped text={row ? row.question : '…'} end={12} />
          </button>
        </td>
        {models.map(({ name }, model) => (
          <Mark key={model} mark={row?.marks[model]} name={isNarrow ? name : undefined} />
        ))}
      </tr>
    );
  },
);

/**
 * Shows a text on one line, without its middle if there is no room: prompts and ids of a set often begin alike. Its last `end` UTF-16 units
 * stay. Nothing is measured, since rows are drawn while the user scrolls.
 */
function Clipped({ text, end }: { text: string; end: number }) {
  const cut = text.length > 2 * end ? text.slice(-end).replace(/^[\uDC00-\uDFFF\p{M}]+/u, '') : '';
  return (
    <span class="row clipped" dir={textDirection(text)}>
      <span class="clip">{cut ? text.slice(0, -cut.length) : text}</span>
      <span>{cut}</span>
    </span>
  );
}

interface MarkProps {
  mark: RowMark | undefined;
  /** The model's name, where no column's head shows it. */
  name: string | undefined;
}

function Mark({ mark, name }: MarkProps) {
  // Without its mark, the cell has the same elements: the row that takes them over has only to change them.
  const { icon = 'blank', text = '…' } = mark ? markFaces(mark.is) : {};
  return (
    <td class={`mark verdict-mark ${mark?.is ?? 'missing'}`}>
      {name !== undefined && (
        <span class="mark-model muted" aria-hidden="true">
          <ModelName name={name} />
        </span>
      )}
      <span class={`codicon codicon-${icon}`} role="img" aria-label={text} />
      <span class="clip mark-answer" dir="auto">
        {mark?.answer ?? ''}
      </span>
      <span class="clip mark-reason" dir="auto">
        {mark?.text ?? ''}
      </span>
    </td>
  );
}
