import type { RunList, RunState, SummaryCell } from '../../../protocol/run.ts';
import { t } from '../../shared/l10n.ts';
import { NotedModel } from '../NotedModel.tsx';

interface SummaryProps {
  state: RunState;
  list: RunList;
  onShow: (list: RunList) => void;
}

/** Shows the figures of each model. A number with prompts behind it is a button that shows them. */
export function Summary({ state: { models, headings, summary }, list, onShow }: SummaryProps) {
  return (
    <section class="summary">
      <h2 id="summary-heading">{t('Summary')}</h2>
      <table aria-labelledby="summary-heading">
        <thead>
          <tr>
            <th scope="col">{t('model')}</th>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
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
                    <Figure
                      cell={cell}
                      isShown={cell.shows === list.show && model === list.model}
                      onShow={(show) => onShow({ show, model, find: '' })}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface FigureProps {
  cell: SummaryCell;
  isShown: boolean;
  onShow: (show: RunList['show']) => void;
}

function Figure({ cell: { text, title, shows }, isShown, onShow }: FigureProps) {
  if (shows === undefined) return <span title={title}>{text}</span>;
  return (
    <button type="button" class="figure" aria-pressed={isShown} title={title} onClick={() => onShow(shows)}>
      {text}
    </button>
  );
}
