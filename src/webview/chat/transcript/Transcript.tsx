import { useMemo, useRef } from 'preact/hooks';
import type { ChatFrame, PageTurn } from '../../../protocol/chat.ts';
import { Button } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import type { ChatModel } from '../chatModel.ts';
import type { FollowEnd } from '../scrolling/useFollowEnd.ts';
import { type EditActions, type Edits, useTurnEditing } from '../useEdits.ts';
import { AnswerTurn } from './AnswerTurn.tsx';
import type { ColumnPlace, PickMemory } from './turnContext.ts';
import { UserTurn } from './UserTurn.tsx';

interface TranscriptProps extends Pick<ChatFrame, 'model' | 'streaming' | 'sendWith'> {
  /** The chat's id. */
  chat: string;
  /** What screen readers call it. */
  label: string;
  isReadOnly: boolean;
  /** Something streams, here or in another column. */
  isAnyStreaming: boolean;
  turns: readonly PageTurn[];
  exchanges: ChatModel['exchanges'];
  edits: Edits;
  editing: EditActions;
  follow: FollowEnd;
  /** A turn was sent again. */
  onSent: () => void;
  showSettings: () => void;
  column?: ColumnPlace;
}

export function Transcript(props: TranscriptProps) {
  const { chat, model, streaming, sendWith, isReadOnly, isAnyStreaming, column } = props;
  const { turns, exchanges, edits, follow, onSent, showSettings } = props;
  const editing = useTurnEditing(props.editing);
  const last = turns.at(-1)?.id;
  const isWritable = !isReadOnly && !column?.isFixed;
  const canChange = streaming === undefined && isWritable;
  const canEdit = !isAnyStreaming && isWritable;
  const isBusy = streaming !== undefined || isReadOnly || model.gone !== undefined;
  const canSelect = !isAnyStreaming && !column?.isHidden;
  const picked = useRef<PickMemory['current']>(undefined) as PickMemory;
  const place = useMemo(
    () => ({ chat, canChange, canEdit, isBusy, canSelect, picked, ...(column && { column }) }),
    [chat, canChange, canEdit, isBusy, canSelect, column],
  );
  return (
    <div class="transcript-frame">
      {/* Silent: nobody wants to hear an answer in pieces, or again when its code is coloured. The status is announced. */}
      <div
        class="transcript"
        role="log"
        aria-label={props.label}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
        tabIndex={0}
        ref={follow.region}
      >
        <div class="turns">
          {turns.length === 0 && <EmptyChat model={model} />}
          {turns.map((turn, at) =>
            turn.role === 'user' ? (
              <UserTurn
                key={turn.id}
                turn={turn}
                place={place}
                isLast={turn.id === last}
                sendWith={sendWith}
                edit={edits.get(turn.id)}
                editing={editing}
                onSent={onSent}
              />
            ) : (
              <AnswerTurn
                key={turn.id}
                turn={turn}
                place={place}
                exchange={exchanges.get(turn.id)}
                isStreaming={turn.id === streaming}
                isLast={turn.id === last}
                question={turns[at - 1]}
                editing={editing}
                showSettings={showSettings}
              />
            ),
          )}
        </div>
      </div>
      {follow.isAway && (
        <Button icon="arrow-down" kind="primary" class="button primary jump" onClick={follow.jump}>
          {t('Jump to latest')}
        </Button>
      )}
    </div>
  );
}

function EmptyChat({ model }: Pick<ChatFrame, 'model'>) {
  const { name, description, warning } = model;
  return (
    <div class="empty muted">
      <p class="empty-title">{t('Ask {0} something.', name)}</p>
      {description !== '' && <p>{description}</p>}
      {warning !== undefined && <p>{warning}</p>}
    </div>
  );
}
