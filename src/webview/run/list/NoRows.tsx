import type { RunList, RunState } from '../../../protocol/run.ts';
import { Button, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import type { ShownRun } from '../state/shownRun.ts';

interface NoRowsProps {
  model: ShownRun;
  onChoose: (list: RunList) => void;
}

/** Stands in place of the rows: there are none, or they are still to come. */
export function NoRows({ model: { state, list, shown }, onChoose }: NoRowsProps) {
  if (!shown) {
    return <Notice class="muted" icon="loading codicon-modifier-spin" text={t('Loading…')} />;
  }
  const isFiltered = isPart(list);
  // First in all prompts, then without what is looked for.
  const all: RunList = { show: 'all', find: isFiltered ? list.find : '' };
  return (
    <div class="no-rows">
      <Notice class="muted" icon="info" text={reasonOf(list, state)} />
      {(isFiltered || list.find !== '') && <Button onClick={() => onChoose(all)}>{t('Show All')}</Button>}
    </div>
  );
}

function isPart({ show, model, tag }: RunList): boolean {
  return show !== 'all' || (model ?? tag) !== undefined;
}

function reasonOf(list: RunList, { progress, canRate }: RunState): string {
  const { show, model, tag, find } = list;
  if (find !== '')
    return isPart(list)
      ? t('No prompt of this list matches “{0}”.', find)
      : t('No prompt matches “{0}”.', find);
  if (progress) return t('No prompts here so far.');
  if ((model ?? tag) !== undefined) return t('No prompts match.');
  // There are no two answers to one prompt.
  if (!canRate && ['differs', 'worse', 'better'].includes(show)) return t('Nothing to compare yet.');
  switch (show) {
    case 'differs':
      return t('No model differs from the base on any prompt.');
    case 'worse':
      return t('No model does worse than the base on any prompt.');
    case 'better':
      return t('No model does better than the base on any prompt.');
    case 'flaky':
      return t('No prompt passes only now and then.');
    case 'failed':
      return t('No request failed.');
    default:
      return t('No prompts match.');
  }
}
