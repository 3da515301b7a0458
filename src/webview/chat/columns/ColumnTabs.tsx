import type { PageColumn } from '../../../protocol/chat.ts';
import { Icon, ModelName } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { type ChatModel, columnIndexOf } from '../chatModel.ts';

interface ColumnTabsProps {
  columns: readonly PageColumn[];
  model: ChatModel;
  shown: number;
  onChoose: (tab: number) => void;
}

export const panelId = 'answers';
export const tabId = (at: number) => `tab-${at}`;

/** Shows one tab per column. They are one tab stop; the arrow keys go from tab to tab and show each one's column. */
export function ColumnTabs({ columns, model, shown, onChoose }: ColumnTabsProps) {
  const press = (event: KeyboardEvent) => {
    const { length } = columns;
    const steps: Record<string, number> = {
      ArrowLeft: (shown + length - 1) % length,
      ArrowRight: (shown + 1) % length,
      Home: 0,
      End: length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || event.altKey) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div class="row tabs" role="tablist" aria-label={t('Models')} onKeyDown={press}>
      {columns.map(({ id, name }, at) => (
        <button
          key={id}
          type="button"
          role="tab"
          class="row tight tab"
          id={tabId(at)}
          aria-controls={panelId}
          aria-selected={at === shown}
          tabIndex={at === shown ? 0 : -1}
          title={name}
          onClick={() => onChoose(at)}
        >
          <ModelName name={name} />
          <TabState at={at} model={model} />
        </button>
      ))}
    </div>
  );
}

function TabState({ at, model: { frame, rows, turns } }: { at: number; model: ChatModel }) {
  const stream = frame?.streams.find(({ turn }) => columnIndexOf(rows, turn) === at);
  const last = turns.get(rows.at(-1)?.cells[at]?.answer ?? '');
  const [icon, text] = stream
    ? stream.queued === undefined
      ? ['loading codicon-modifier-spin', t('is answering')]
      : ['watch', t('is waiting')]
    : last?.role === 'assistant' && last.alert
      ? ['warning', t('failed')]
      : [];
  if (icon === undefined) return null;
  return (
    <>
      <Icon name={icon} />
      <span class="visually-hidden">{text}</span>
    </>
  );
}
