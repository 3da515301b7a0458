import type { ChatFrame, ChatToHost, TurnView } from '../../protocol/chat.ts';
import { Button } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { AnswerTurn } from './AnswerTurn.tsx';
import { UserTurn } from './UserTurn.tsx';
import type { FollowEnd } from './useFollowEnd.ts';

interface TranscriptProps {
  frame: ChatFrame;
  turns: readonly TurnView[];
  follow: FollowEnd;
  post: (message: ChatToHost) => void;
  showSettings: () => void;
}

export function Transcript({ frame, turns, follow, post, showSettings }: TranscriptProps) {
  const last = turns.at(-1)?.id;
  const isBusy = frame.streaming !== undefined;
  return (
    <div class="transcript-frame">
      {/* Silent: nobody wants to hear an answer in pieces, nor again when its code gets colours. The status speaks. */}
      <div
        class="transcript"
        role="log"
        aria-label={t('Conversation')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        ref={follow.region}
      >
        <div class="turns">
          {turns.length === 0 && <EmptyChat frame={frame} />}
          {turns.map((turn) =>
            turn.role === 'user' ? (
              <UserTurn key={turn.id} turn={turn} post={post} />
            ) : (
              <AnswerTurn
                key={turn.id}
                turn={turn}
                isStreaming={turn.id === frame.streaming}
                status={turn.id === frame.streaming ? frame.status : ''}
                isBusy={isBusy || frame.readOnly !== undefined || frame.model.gone !== undefined}
                isLast={turn.id === last}
                post={post}
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
    <div class="empty">
      <p class="empty-title">{t('Ask {0} something.', name)}</p>
      {description !== '' && <p>{description}</p>}
      {warning !== undefined && <p class="empty-warning">{warning}</p>}
    </div>
  );
}
