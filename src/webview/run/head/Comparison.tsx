import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RunComparison, VersionTable } from '../../../protocol/run.ts';
import { IconButton } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { compareButton, type HeadProps } from './Head.tsx';
import { Headings } from './Summary.tsx';
import { type RowsProps, Verdict } from './Verdicts.tsx';

interface ComparisonProps extends Pick<HeadProps, 'post'>, RowsProps {
  comparison: RunComparison | undefined;
}

/** Shows what has changed since an earlier run, and what differs beside the answers. */
export function Comparison({ comparison, post, ...rows }: ComparisonProps) {
  return (
    <section class={comparison && 'comparison'} aria-label={comparison && t('Comparison')}>
      {/* It exists from the start: only changes inside an existing region are announced. */}
      <div class="row">
        <div role="status">{comparison && <h2>{comparison.title}</h2>}</div>
        {comparison && <Remove onRemove={() => post({ type: 'removeComparison' })} />}
      </div>
      {comparison && (
        <dl class="named">
          {comparison.facts.map(({ name, texts, hasDiff }) => (
            <div key={name}>
              <dt class="muted">{name}</dt>
              <dd>
                {texts.map((text, at) => (
                  <p key={at} dir="auto">
                    {text}
                    {hasDiff && <OpenDiff onOpen={() => post({ type: 'diffSystemPrompt' })} />}
                  </p>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comparison?.verdicts.map((verdict, at) => (
        <Verdict key={at} verdict={verdict} {...rows} />
      ))}
      {comparison?.versions && <Versions {...comparison.versions} />}
    </section>
  );
}

function Versions({ headings, rows, note }: VersionTable) {
  return (
    <div class="summary">
      <table aria-label={t('Versions')}>
        <Headings names={headings} />
        <tbody>
          {rows.map(({ name, cells }, row) => (
            <tr key={row}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {cells.map((text, at) => (
                <td key={at} data-label={headings[at + 1]}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{note}</p>
    </div>
  );
}

function OpenDiff({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" class="text-button" onClick={onOpen}>
      {t('Open Diff')}
    </button>
  );
}

/** The focus goes where another comparison begins when this button goes with it. */
function Remove({ onRemove }: { onRemove: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const button = place.current;
    return () => {
      if (button?.contains(document.activeElement)) document.getElementById(compareButton)?.focus();
    };
  }, []);
  return (
    <span ref={place}>
      <IconButton label={t('Remove Comparison')} icon="close" onClick={onRemove} />
    </span>
  );
}
