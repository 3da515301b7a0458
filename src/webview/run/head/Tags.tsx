import type { RunState } from '../../../protocol/run.ts';
import { Icon } from '../../shared/controls.tsx';
import { RowsButton } from './RowsButton.tsx';
import type { RowsProps } from './Verdicts.tsx';

/** Says how each model did by tag. A tag is a button that shows its prompts. */
export function Tags({ tagLines, ...rows }: Pick<RunState, 'tagLines'> & RowsProps) {
  return (
    <dl class={`named tags ${tagLines.length > 1 ? 'several' : ''}`}>
      {tagLines.map(({ title, model, tags, notes }) => (
        <div key={title}>
          <dt class="muted">{title}</dt>
          <dd>
            <ul>
              {tags.map(({ tag, text, title, shows, kind }) => (
                <li key={tag} class={`tag ${kind ?? ''}`}>
                  {kind && <Icon name={kind === 'worse' ? 'arrow-down' : 'arrow-up'} />}
                  <RowsButton
                    text={text}
                    title={title}
                    rows={{ show: shows, tag, ...(kind && model !== undefined && { model }) }}
                    {...rows}
                  />
                </li>
              ))}
            </ul>
            {notes.length > 0 && <p class="hint">{notes.join(' ')}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
