import type { CompareFrame, PageColumn } from '../../../protocol/compare.ts';
import { Icon } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import type { ChatModel } from '../chatModel.ts';

interface ColumnTabsProps {
  columns: readonly PageColumn[];
  model: ChatModel<CompareFrame>;
  shown: string | undefined;
  onChoose: (column: string) => void;
}

export const tabId = (column: string) => `tab-${column}`;
export const panelId = (column: string) => `panel-${column}`;

/** One tab stop; the arrow keys go from tab to tab and show each. */
export function ColumnTabs({ columns, model, shown, onChoose }: ColumnTabsProps) {
  const press = (event: KeyboardEvent) => {
    const at = columns.findIndex(({ id }) => id === shown);
    const next = nextTab(event.key, at, columns.length);
    const column = next === undefined ? undefined : columns[next];
    if (!column || event.altKey) return;
    event.preventDefault();
    onChoose(column.id);
    document.getElementById(tabId(column.id))?.focus();
  };
  return (
    <div class="row tabs" role="tablist" aria-label={t('Models')} onKeyDown={press}>
      {columns.map((column) => (
        <button
          key={column.id}
          type="button"
          role="tab"
          class="row tight tab"
          id={tabId(column.id)}
          aria-controls={panelId(column.id)}
          aria-selected={column.id === shown}
          tabIndex={column.id === shown ? 0 : -1}
          title={column.name}
          onClick={() => onChoose(column.id)}
        >
          <bdi class="clip">{column.name}</bdi>
          <TabState column={column} model={model} />
        </button>
      ))}
    </div>
  );
}

function TabState({ column, model }: Pick<ColumnTabsProps, 'model'> & { column: PageColumn }) {
  if (column.inLine !== undefined) {
    return (
      <>
        <Icon name="watch" />
        <span class="visually-hidden">{t('is waiting')}</span>
      </>
    );
  }
  if (column.streaming !== undefined) {
    return (
      <>
        <Icon name="loading codicon-modifier-spin" />
        <span class="visually-hidden">{t('is answering')}</span>
      </>
    );
  }
  const last = model.turns.get(model.paths.get(column.id)?.at(-1) ?? '');
  if (last?.role !== 'assistant' || !last.alert) return null;
  return (
    <>
      <Icon name="warning" />
      <span class="visually-hidden">{t('failed')}</span>
    </>
  );
}

function nextTab(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: (at + count - 1) % count,
    ArrowRight: (at + 1) % count,
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}
