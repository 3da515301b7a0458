import type { RowMark, RunPageModel, RunPageRow } from '../../../protocol/run.ts';
import { Icon } from '../../shared/Button.tsx';
import { ModelName } from '../../shared/ModelName.tsx';
import { memo } from '../../shared/memo.tsx';
import { textDirection } from '../../shared/textDirection.ts';
import { markFaces } from '../markFaces.ts';

interface ResultRowProps {
  /** `undefined` until the host has sent it. */
  row: RunPageRow | undefined;
  at: number;
  /** In pixels, from the first row's. */
  start: number;
  models: readonly RunPageModel[];
  isOpen: boolean;
  isTabStop: boolean;
  onOpen: (at: number) => void;
}

/** Shows how each model did on one prompt; its button, which is as large as the row, opens the details. */
export const ResultRow = memo<ResultRowProps>(({ row, at, start, models, isOpen, isTabStop, onOpen }) => (
  <tr
    class={isOpen ? 'result is-open' : 'result'}
    // The heads are the first row.
    aria-rowindex={at + 2}
    title={row?.question}
    style={{ transform: `translateY(${start}px)` }}
  >
    <td class="label muted">{row && <ModelName name={row.label} />}</td>
    <td class="question">
      <button
        type="button"
        data-at={at}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        onClick={() => onOpen(at)}
      >
        <span class="clip" dir={textDirection(row?.question ?? '')}>
          {row ? row.question : '…'}
        </span>
      </button>
    </td>
    {models.map(({ name }, model) => (
      <td key={model} class="mark">
        <span class="mark-model muted" aria-hidden="true">
          <ModelName name={name} />
        </span>
        <Mark mark={row?.marks[model]} />
      </td>
    ))}
  </tr>
));

function Mark({ mark }: { mark: RowMark | undefined }) {
  if (!mark) return null;
  const { icon, text } = markFaces(mark.is);
  return (
    <span class={`row tight verdict-mark ${mark.is}`}>
      <Icon name={icon} />
      <span class="visually-hidden">{text}</span>
      <span class="clip" dir="auto">
        {mark.text}
      </span>
    </span>
  );
}
