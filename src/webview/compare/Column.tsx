import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { PageTurn } from '../../protocol/chat.ts';
import type { CompareFrame, PageColumn } from '../../protocol/compare.ts';
import type { ChatModel } from '../chat/chatModel.ts';
import type { ChatHost } from '../chat/chatStore.ts';
import { showFound } from '../chat/scrolling/showFound.ts';
import { useFollowEnd } from '../chat/scrolling/useFollowEnd.ts';
import { useKeptPlace } from '../chat/scrolling/useKeptPlace.ts';
import { Transcript } from '../chat/transcript/Transcript.tsx';
import type { EditActions, Edits } from '../chat/useEdits.ts';
import { t } from '../shared/l10n.ts';
import { Notice } from '../shared/Notice.tsx';
import { ColumnHead } from './ColumnHead.tsx';
import { panelId, tabId } from './ColumnTabs.tsx';
import type { Tell } from './tell.ts';

/** What every column needs. */
export interface ColumnsProps {
  frame: CompareFrame;
  model: ChatModel<CompareFrame>;
  host: ChatHost;
  tell: Tell;
  edits: Edits;
  editing: EditActions;
  /** Counts the messages sent: with each, every column goes to its end. */
  sent: number;
  onSent: () => void;
  showSettings: (column: string) => void;
}

interface ColumnProps extends ColumnsProps {
  column: PageColumn;
  turns: readonly PageTurn[];
  /** Ids of turns that other columns show, too. */
  shared: ReadonlySet<string>;
  /** It stands behind a tab. */
  isTab: boolean;
  isShown: boolean;
}

/** One of the compared models, with its own transcript. */
export function Column(props: ColumnProps) {
  const { column, frame, model, turns, shared, isTab, isShown, host, tell, sent } = props;
  const area = useRef<HTMLElement>(null);
  const follow = useFollowEnd();
  const { toEnd } = follow;
  useKeptPlace(host, frame.conversationId, turns, follow, area, column.id);
  // At once: after the next paint, the person may have scrolled back already.
  useLayoutEffect(() => {
    if (sent > 0) toEnd();
  }, [sent, toEnd]);
  useEffect(() => {
    const { turn, words } = model.revealed;
    const index = turns.findIndex(({ id }) => id === turn);
    if (index >= 0) showFound(follow, area.current?.querySelector('[role=log]'), index, words);
  }, [model.revealed]);
  const isHidden = frame.blind === 'hidden';
  const { id, inLine } = column;
  const place = useMemo(() => ({ isHidden, inLine, shared }), [isHidden, inLine, shared]);
  const showSettings = useCallback(() => props.showSettings(id), [props.showSettings, id]);
  return (
    <section
      ref={area}
      class="column"
      {...(isTab
        ? { role: 'tabpanel', id: panelId(column.id), 'aria-labelledby': tabId(column.id) }
        : { 'aria-label': column.name })}
      hidden={!isShown}
    >
      <ColumnHead column={column} frame={frame} tell={tell} />
      <Transcript
        chat={frame.conversationId}
        label={t('Conversation with {0}', column.name)}
        model={column.model}
        streaming={column.streaming}
        sendWith={frame.sendWith}
        isReadOnly={frame.readOnly !== undefined}
        isAnyStreaming={frame.columns.some(({ streaming }) => streaming !== undefined)}
        turns={turns}
        exchanges={model.exchanges}
        edits={props.edits}
        editing={props.editing}
        follow={follow}
        onSent={props.onSent}
        showSettings={showSettings}
        column={place}
      />
      {(column.remark !== undefined || column.medians !== undefined) && (
        <div class="column-foot">
          {column.remark !== undefined && <Notice icon="info">{column.remark}</Notice>}
          {column.medians !== undefined && <p class="muted">{column.medians}</p>}
        </div>
      )}
    </section>
  );
}
