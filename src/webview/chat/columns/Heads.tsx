import type { ChatFrame, PageColumn } from '../../../protocol/chat.ts';
import { Icon, IconButton, ModelName, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { usePost } from '../../shared/post.ts';
import type { ChatModel } from '../chatModel.ts';
import { ColumnTabs } from './ColumnTabs.tsx';

interface ColumnHeadProps {
  column: PageColumn;
  frame: ChatFrame;
}

/** Shows a column's model, its own settings, and buttons for what can be done with the column. */
// Memoized, since a growing answer doesn't change it.
export const ColumnHead = memo<ColumnHeadProps>(({ column, frame }) => {
  const post = usePost();
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
            onClick={() => post({ type: 'continueAsChat', column: id })}
          />
        )}
        {isNamed && isWritable && (
          <IconButton
            label={t('Close {0}', name)}
            icon="close"
            onClick={() => post({ type: 'closeColumn', column: id })}
          />
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
  const add = !frame.isHidden && frame.readOnly === undefined && <AddModel canAdd={frame.canAddModel} />;
  return (
    <div class={add ? 'heads with-add' : 'heads'}>
      {tab !== undefined && <ColumnTabs columns={columns} model={model} shown={tab} onChoose={onChoose} />}
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

function AddModel({ canAdd }: { canAdd: boolean }) {
  const post = usePost();
  return (
    <IconButton
      label={t('Add Model')}
      icon="add"
      {...(!canAdd && { title: t('Add Model: up to four, once the answers have ended') })}
      disabled={!canAdd}
      onClick={() => post({ type: 'addModel' })}
    />
  );
}
