import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { Button } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import type { ChatModel } from '../chatModel.ts';
import { invitationOf } from '../columns/columnTexts.ts';
import { panelId, tabId } from '../columns/Heads.tsx';
import type { FollowEnd } from '../scrolling/useFollowEnd.ts';
import type { Edits } from '../useEdits.ts';
import { QuestionRow, type RowProps, useShownRows } from './QuestionRow.tsx';
import { usePlaces } from './turnContext.ts';

interface TranscriptProps extends Pick<RowProps, 'editing' | 'tab' | 'onSent' | 'showSettings'> {
  model: ChatModel;
  frame: ChatFrame;
  edits: Edits;
  follow: FollowEnd;
  /** Content above the turns that scrolls with them. */
  children: ComponentChildren;
}

export function Transcript(props: TranscriptProps) {
  const { model, frame, edits, editing, follow, tab, onSent, showSettings } = props;
  const rows = useShownRows(model);
  const places = usePlaces(frame, model.rows);
  const streaming = useMemo(
    () => new Map(frame.streams.map(({ turn, queued }) => [turn, queued])),
    [JSON.stringify(frame.streams.map(({ turn, queued }) => [turn, queued]))],
  );
  const isTab = tab !== undefined;
  return (
    <div class="transcript-frame">
      {/* Not a live region: it would read an answer in pieces, and again once its code is colored. The status is announced. */}
      <div
        class="transcript"
        role="log"
        aria-label={t('Conversation')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
        tabIndex={0}
        ref={follow.region}
      >
        <div class="turns">
          {props.children}
          <div class="rows" {...(isTab && { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId(tab) })}>
            {rows.length === 0 && <EmptyChat frame={frame} />}
            {rows.map((shown) => (
              <QuestionRow
                key={shown.row.question}
                shown={shown}
                isLast={shown === rows.at(-1)}
                places={places}
                streaming={streaming}
                tab={tab}
                sendWith={frame.sendWith}
                edit={edits.get(shown.row.question)}
                editing={editing}
                onSent={onSent}
                showSettings={showSettings}
              />
            ))}
            <Medians frame={frame} tab={tab} />
          </div>
        </div>
      </div>
      {follow.isAway && (
        <Button icon="arrow-down" kind="primary" class="button primary jump" onClick={follow.jump}>
          {t('Jump to Latest')}
        </Button>
      )}
    </div>
  );
}

function EmptyChat({ frame }: { frame: ChatFrame }) {
  const [{ model }, ...others] = frame.columns;
  return (
    <div class="empty muted">
      <p class="empty-title">{invitationOf(frame)}</p>
      {others.length === 0 && model.description !== '' && <p>{model.description}</p>}
      {others.length === 0 && model.warning !== undefined && <p>{model.warning}</p>}
    </div>
  );
}

/** Shows each column's medians below its answers. */
function Medians({ frame: { columns }, tab }: Pick<TranscriptProps, 'frame' | 'tab'>) {
  if (columns.length === 1 || columns.every(({ medians }) => medians === undefined)) return null;
  return (
    <div class="cells medians hint">
      {columns.map(({ id, medians }, at) => (
        <p key={id} class="cell" hidden={tab !== undefined && at !== tab}>
          {medians}
        </p>
      ))}
    </div>
  );
}
