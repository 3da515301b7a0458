import type { CompareFrame, PageColumn } from '../../../protocol/compare.ts';
import { Icon, IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import type { Tell } from './tell.ts';

interface ColumnHeadProps {
  column: PageColumn;
  frame: CompareFrame;
  tell: Tell;
}

/** The column's model and what it is asked with, and what can be done with the column. */
// A growing answer doesn't change it.
export const ColumnHead = memo<ColumnHeadProps>(({ column, frame, tell }) => {
  const { id, name, settingsText, hasOwnSettings } = column;
  const isHidden = frame.blind === 'hidden';
  const isReadOnly = frame.readOnly !== undefined;
  return (
    <header class="column-head">
      <div class="row">
        <ColumnModel column={column} isFixed={isHidden || isReadOnly || frame.isSpent} tell={tell} />
        {column.streaming !== undefined && (
          <IconButton
            label={t('Stop {0}', name)}
            icon="debug-stop"
            onClick={() => tell({ type: 'stop', column: id })}
          />
        )}
        {!isHidden && (
          <IconButton
            label={t('Continue as Chat: {0} alone', name)}
            icon="comment-discussion"
            onClick={() => tell({ type: 'continueAsChat', column: id })}
          />
        )}
        {frame.columns.length > 2 && !isReadOnly && !frame.isSpent && (
          <IconButton
            label={t('Close {0}', name)}
            icon="close"
            onClick={() => tell({ type: 'closeColumn', column: id })}
          />
        )}
      </div>
      {(settingsText !== '' || hasOwnSettings) && (
        <p class="row column-settings hint">
          {hasOwnSettings && <span class="own-settings">{t('Own settings')}</span>}
          <span class="clip" dir="auto" title={settingsText}>
            {settingsText || t('nothing set')}
          </span>
          {hasOwnSettings && !isReadOnly && (
            <button
              type="button"
              class="link-button"
              onClick={() => tell({ type: 'shareSettings', column: id })}
            >
              {t('Use shared settings')}
            </button>
          )}
        </p>
      )}
    </header>
  );
});

function ColumnModel({ column, isFixed, tell }: { column: PageColumn; isFixed: boolean; tell: Tell }) {
  const { id, name, model } = column;
  const connection = model.connection !== '' && (
    <span class="clip model-connection muted"> · {model.connection}</span>
  );
  if (isFixed) {
    return (
      <h2 class="row tight column-name" title={name}>
        <bdi class="clip">{name}</bdi>
        {connection}
      </h2>
    );
  }
  return (
    <h2 class="column-name">
      {/* The list is VS Code's own quick pick: to the page, a dialog. */}
      <button
        type="button"
        class="model-button"
        aria-haspopup="dialog"
        title={model.connection === '' ? name : `${name} · ${model.connection}`}
        onClick={() => tell({ type: 'chooseModel', column: id })}
      >
        <bdi class="clip">{name}</bdi>
        {connection}
        <Icon name="chevron-down" />
      </button>
    </h2>
  );
}
