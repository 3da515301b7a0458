import type { AnswerTurnView, ChatToHost, Siblings } from '../../protocol/chat.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { Icon, IconButton } from '../shared/Button.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { t } from '../shared/l10n.ts';
import { memo } from '../shared/memo.tsx';
import { AnswerAlert } from './AnswerAlert.tsx';
import { figuresText } from './figuresText.ts';
import { Reasoning } from './Reasoning.tsx';

interface AnswerTurnProps {
  turn: AnswerTurnView;
  isStreaming: boolean;
  /** What the page's status says while this answer streams, else empty. */
  status: string;
  /** Some answer streams, so that none can be asked for. */
  isBusy: boolean;
  isLast: boolean;
  post: (message: ChatToHost) => void;
  showSettings: () => void;
}

export const AnswerTurn = memo<AnswerTurnProps>((props) => {
  const { turn, isStreaming, status, isBusy, isLast, post, showSettings } = props;
  const figures = isStreaming ? '' : figuresText(turn);
  const isWaiting = isStreaming && turn.text === '' && turn.reasoning === '';
  return (
    <article
      class={`turn answer-turn${isLast ? ' last' : ''}`}
      aria-label={turn.model}
      aria-busy={isStreaming}
    >
      <header class="turn-head">
        <h2 dir="auto" title={turn.model}>
          {turn.model}
        </h2>
      </header>
      {turn.reasoning !== '' && <Reasoning turn={turn} isLive={isStreaming && turn.text === ''} />}
      {isWaiting && (
        <p class="waiting">
          <Icon name="loading codicon-modifier-spin" />
          {status || t('Waiting for the first token')}
        </p>
      )}
      {turn.text !== '' && <Markdown text={turn.text} isLive={isStreaming} />}
      {turn.notice !== undefined && (
        <p class="notice">
          <Icon name="info" />
          <span>{withCode(turn.notice)}</span>
        </p>
      )}
      {turn.alert && (
        <AnswerAlert
          turn={turn.id}
          alert={turn.alert}
          isNews={isLast}
          isBusy={isBusy}
          post={post}
          showSettings={showSettings}
        />
      )}
      {figures !== '' && <p class="figures">{figures}</p>}
      <footer class="answer-foot">
        {!isStreaming && <AnswerActions turn={turn} isBusy={isBusy} post={post} />}
        {turn.siblings.count > 1 && <SiblingPicker siblings={turn.siblings} isBusy={isBusy} post={post} />}
      </footer>
    </article>
  );
});

/** The host's sentence, in which a name of the service stands between backquotes. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}

function AnswerActions({ turn, isBusy, post }: Pick<AnswerTurnProps, 'turn' | 'isBusy' | 'post'>) {
  // "Retry" in the alert is the same, said better.
  const hasRetry = turn.alert?.buttons.some(({ action }) => action === 'retry') ?? false;
  return (
    <div class="turn-actions">
      {!hasRetry && (
        <IconButton
          label={t('Regenerate')}
          icon="refresh"
          disabled={isBusy}
          onClick={() => post({ type: 'regenerate', turn: turn.id })}
        />
      )}
      {turn.text !== '' && (
        <CopyButton label={t('Copy')} onCopy={() => post({ type: 'copyAnswer', turn: turn.id })} />
      )}
    </div>
  );
}

interface SiblingPickerProps {
  siblings: Siblings;
  isBusy: boolean;
  post: (message: ChatToHost) => void;
}

function SiblingPicker({ siblings, isBusy, post }: SiblingPickerProps) {
  const select = (turn: string | undefined) => {
    if (turn !== undefined) post({ type: 'select', turn });
  };
  return (
    <div class="siblings">
      <IconButton
        label={t('Previous answer')}
        icon="chevron-left"
        disabled={isBusy || siblings.previous === undefined}
        onClick={() => select(siblings.previous)}
      />
      <span>{t('{0} of {1}', siblings.index, siblings.count)}</span>
      <IconButton
        label={t('Next answer')}
        icon="chevron-right"
        disabled={isBusy || siblings.next === undefined}
        onClick={() => select(siblings.next)}
      />
    </div>
  );
}
