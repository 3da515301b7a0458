import type { ChatFrame, PageColumn } from '../../../protocol/chat.ts';
import { Icon, IconButton, ModelName, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { usePost } from '../../shared/post.ts';
import { type ChatModel, columnIndexOf } from '../chatModel.ts';

/** Shows a column's model, its own settings, and buttons for what can be done with the column. */
// Memoized, since a growing answer doesn't change it.
const ColumnHead = memo<{ column: PageColumn; frame: ChatFrame }>(({ column, frame }) => {
  const { id, name, model } = column;
  const isNamed = !frame.isBlind && !frame.isHidden;
  const isWritable = frame.readOnly === undefined;
  return (
    <section class="cell column-head" aria-label={name}>
      <div class="row tight">
        <ColumnModel column={column} canChoose={isNamed && isWritable} />
        {isNamed && (
          <IconButton
            label={t('Continue as Chat: {0} Alone', name)}
            icon="comment-discussion"
            sends={{ type: 'continueAsChat', column: id }}
          />
        )}
        {isNamed && isWritable && (
          <IconButton label={t('Close {0}', name)} icon="close" sends={{ type: 'closeColumn', column: id }} />
        )}
      </div>
      {isNamed && <OwnSettings column={column} isWritable={isWritable} />}
      <Notice icon="warning" text={model.gone} />
    </section>
  );
});

function ColumnModel({ column, canChoose }: { column: PageColumn; canChoose: boolean }) {
  const post = usePost();
  const { id, name, isBase, model } = column;
  const title = model.connection === '' ? name : `${name} · ${model.connection}`;
  const text = (
    <>
      <ModelName name={name} />
      {isBase && <span class="base-mark">{t('· base')}</span>}
      {model.connection !== '' && <span class="clip model-connection muted"> · {model.connection}</span>}
    </>
  );
  return (
    <h2 class={canChoose ? 'column-name' : 'row tight column-name'} title={title}>
      {canChoose ? (
        // The models are listed in VS Code's own quick pick, which is a dialog to the page.
        <button
          type="button"
          class="model-button"
          aria-haspopup="dialog"
          onClick={() => post({ type: 'chooseModel', column: id })}
        >
          {text}
          <Icon name="chevron-down" />
        </button>
      ) : (
        text
      )}
    </h2>
  );
}

function OwnSettings({ column, isWritable }: { column: PageColumn; isWritable: boolean }) {
  const post = usePost();
  const { id, settingsText, hasOwnSettings } = column;
  if (!hasOwnSettings) return null;
  return (
    <p class="row column-settings hint">
      <span class="own-settings" title={settingsText}>
        {t('Own settings')}
      </span>
      <span class="clip" dir="auto" title={settingsText}>
        {settingsText || t('nothing set')}
      </span>
      {isWritable && (
        <button type="button" class="link-button" onClick={() => post({ type: 'shareSettings', column: id })}>
          {t('Use Shared Settings')}
        </button>
      )}
    </p>
  );
}

interface HeadsProps {
  frame: ChatFrame;
  model: ChatModel;
  /** Index of the only column shown; `undefined` if all are shown. */
  tab: number | undefined;
  onChoose: (tab: number) => void;
}

/** Shows which column is which model's, always in view. If there is room for one column only, tabs choose it. */
export function Heads({ frame, model, tab, onChoose }: HeadsProps) {
  const { columns } = frame;
  const add = !frame.isHidden && frame.readOnly === undefined && (
    <IconButton
      label={t('Add Model')}
      icon="add"
      aria-haspopup="dialog"
      {...(!frame.canAddModel && { title: t('Add Model: up to four, once the answers have ended') })}
      disabled={!frame.canAddModel}
      sends={{ type: 'addModel' }}
    />
  );
  return (
    <div class={add ? 'heads with-add' : 'heads'}>
      {tab !== undefined && <ColumnTabs frame={frame} model={model} tab={tab} onChoose={onChoose} />}
      <div class="cells">
        {columns.map((column, at) =>
          tab === undefined || at === tab ? (
            <ColumnHead key={column.id} column={column} frame={frame} />
          ) : null,
        )}
      </div>
      {add}
    </div>
  );
}

export const panelId = 'answers';
export const tabId = (at: number) => `tab-${at}`;

/** Shows one tab per column. They are one tab stop; the arrow keys go from tab to tab and show each one's column. */
function ColumnTabs({ frame: { columns }, model, tab: shown, onChoose }: HeadsProps & { tab: number }) {
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
