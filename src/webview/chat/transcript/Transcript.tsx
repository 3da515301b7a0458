import { useMemo, useRef } from 'preact/hooks';
import type { ChatFrame, PageTurn } from '../../../protocol/chat.ts';
import { Button } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import type { ChatModel } from '../chatModel.ts';
import type { FollowEnd } from '../scrolling/useFollowEnd.ts';
import type { EditActions, Edits } from '../useEdits.ts';
import { AnswerTurn } from './AnswerTurn.tsx';
import type { PickMemory } from './turnContext.ts';
import { UserTurn } from './UserTurn.tsx';

interface TranscriptProps {
  frame: ChatFrame;
  turns: readonly PageTurn[];
  exchanges: ChatModel['exchanges'];
  edits: Edits;
  editing: EditActions;
  follow: FollowEnd;
  /** A turn was sent again. */
  onSent: () => void;
  showSettings: () => void;
}

export function Transcript(props: TranscriptProps) {
  const { frame, turns, exchanges, edits, editing, follow, onSent, showSettings } = props;
  const last = turns.at(-1)?.id;
  const isStreaming = frame.streaming !== undefined;
  const canChange = !isStreaming && frame.readOnly === undefined;
  const isBusy = !canChange || frame.model.gone !== undefined;
  const chat = frame.conversationId;
  const picked = useRef<PickMemory['current']>(undefined) as PickMemory;
  const place = useMemo(
    () => ({ chat, canChange, isBusy, canSelect: !isStreaming, picked }),
    [chat, canChange, isBusy, isStreaming],
  );
  return (
    <div class="transcript-frame">
      {/* Silent: nobody wants to hear an answer in pieces, or again when its code is coloured. The status is announced. */}
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
          {turns.length === 0 && <EmptyChat frame={frame} />}
          {turns.map((turn, at) =>
            turn.role === 'user' ? (
              <UserTurn
                key={turn.id}
                turn={turn}
                place={place}
                isLast={turn.id === last}
                sendWith={frame.sendWith}
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
                isStreaming={turn.id === frame.streaming}
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

function EmptyChat({ frame }: { frame: ChatFrame }) {
  const { name, description, warning } = frame.model;
  return (
    <div class="empty muted">
      <p class="empty-title">{t('Ask {0} something.', name)}</p>
      {description !== '' && <p>{description}</p>}
      {warning !== undefined && <p>{warning}</p>}
    </div>
  );
}
