import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { PageTurn } from '../../../protocol/chat.ts';
import type { CompareFrame, PageColumn } from '../../../protocol/compare.ts';
import { HeadingsBelow } from '../../markdown/headings.ts';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { Notice } from '../../shared/Notice.tsx';
import type { ChatModel } from '../chatModel.ts';
import type { ChatHost } from '../chatStore.ts';
import { showFound } from '../scrolling/showFound.ts';
import { useFollowEnd } from '../scrolling/useFollowEnd.ts';
import { useKeptPlace } from '../scrolling/useKeptPlace.ts';
import { Transcript } from '../transcript/Transcript.tsx';
import type { EditActions, Edits } from '../useEdits.ts';
import { ColumnHead } from './ColumnHead.tsx';
import { panelId, tabId } from './ColumnTabs.tsx';
import type { Tell } from './tell.ts';

/** What every column needs. */
export interface ColumnsProps {
  frame: CompareFrame;
  host: ChatHost;
  tell: Tell;
  edits: Edits;
  editing: EditActions;
  /** Counts the messages sent: with each, every column goes to its end. */
  sent: number;
  onSent: () => void;
  showSettings: (column: string) => void;
}

interface ColumnProps extends ColumnsProps, Pick<ChatModel, 'exchanges'> {
  column: PageColumn;
  turns: readonly PageTurn[];
  /** What was found, until it is shown. */
  found: ChatModel['revealed'] | undefined;
  /** Ids of turns that other columns show, too. */
  shared: ReadonlySet<string>;
  /** It stands behind a tab. */
  isTab: boolean;
  isShown: boolean;
}

/** One of the compared models, with its own transcript. What grows in another column doesn't change it. */
export const Column = memo<ColumnProps>((props) => {
  const { column, frame, found, turns, shared, isTab, isShown, host, tell, sent } = props;
  const area = useRef<HTMLElement>(null);
  const follow = useFollowEnd();
  const { toEnd } = follow;
  useKeptPlace(host, frame.conversationId, turns, follow, area, column.id);
  // At once: after the next paint, the person may have scrolled back already.
  useLayoutEffect(() => {
    if (sent > 0) toEnd();
  }, [sent, toEnd]);
  useEffect(() => {
    if (!found) return;
    const index = turns.findIndex(({ id }) => id === found.turn);
    if (index >= 0) showFound(follow, area.current?.querySelector('[role=log]'), index, found.words);
  }, [found]);
  const isHidden = frame.blind === 'hidden';
  const isFixed = isHidden || frame.isSpent;
  const { id, inLine } = column;
  const place = useMemo(() => ({ isHidden, isFixed, inLine, shared }), [isHidden, isFixed, inLine, shared]);
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
      <HeadingsBelow.Provider value={3}>
        <Transcript
          chat={frame.conversationId}
          label={t('Conversation with {0}', column.name)}
          model={column.model}
          streaming={column.streaming}
          sendWith={frame.sendWith}
          isReadOnly={frame.readOnly !== undefined}
          isAnyStreaming={frame.columns.some(({ streaming }) => streaming !== undefined)}
          turns={turns}
          exchanges={props.exchanges}
          edits={props.edits}
          editing={props.editing}
          follow={follow}
          onSent={props.onSent}
          showSettings={showSettings}
          column={place}
        />
      </HeadingsBelow.Provider>
      {(column.remark !== undefined || column.medians !== undefined) && (
        <div class="column-foot">
          {column.remark !== undefined && <Notice icon="info">{column.remark}</Notice>}
          {column.medians !== undefined && <p class="muted">{column.medians}</p>}
        </div>
      )}
    </section>
  );
});
