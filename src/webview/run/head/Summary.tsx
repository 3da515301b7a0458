import type { RunList, RunState } from '../../../protocol/run.ts';
import { t } from '../../shared/l10n.ts';
import { NotedModel } from '../NotedModel.tsx';
import { RowsButton, type ShowRows } from './RowsButton.tsx';

interface SummaryProps {
  state: RunState;
  list: RunList;
  onShow: ShowRows;
}

/** Shows the figures of each model. A number with prompts behind it is a button that shows them. */
export function Summary({ state: { models, headings, summary, callErrors }, list, onShow }: SummaryProps) {
  return (
    <section class="summary">
      <h2 id="summary-heading">{t('Summary')}</h2>
      <table aria-labelledby="summary-heading">
        <Headings names={[t('model'), ...headings]} />
        <tbody>
          {summary.map(({ model, cells }) => {
            const about = models[model];
            return (
              <tr key={model}>
                <th scope="row" title={about?.name}>
                  <span class="row model">{about && <NotedModel {...about} />}</span>
                </th>
                {cells.map((cell, at) => (
                  <td key={headings[at]} data-label={headings[at]}>
                    {cell.shows === undefined ? (
                      <span title={cell.title}>{cell.text}</span>
                    ) : (
                      <RowsButton
                        text={cell.text}
                        title={cell.title}
                        rows={{ show: cell.shows, model }}
                        list={list}
                        onShow={onShow}
                      />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {callErrors.map((text) => (
        <p key={text} class="hint">
          {text}
        </p>
      ))}
    </section>
  );
}

export function Headings({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
