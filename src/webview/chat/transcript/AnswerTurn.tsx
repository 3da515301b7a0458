import type { ChatToHost, PageAnswer, PageExchange } from '../../../protocol/chat.ts';
import { Icon } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { Figures } from '../exchange/Figures.tsx';
import { AnswerActions } from './AnswerActions.tsx';
import { AnswerAlert } from './AnswerAlert.tsx';
import { AnswerText } from './AnswerText.tsx';
import { Reasoning } from './Reasoning.tsx';
import { type PickMemory, SiblingPicker } from './SiblingPicker.tsx';
import { type TurnPlace, turnContext } from './turnContext.ts';

interface AnswerTurnProps {
  turn: PageAnswer;
  place: TurnPlace;
  exchange: PageExchange | undefined;
  isStreaming: boolean;
  /** The page's status while this answer streams, else empty. */
  status: string;
  /** No answer can be requested now. */
  isBusy: boolean;
  /** Another sibling can be shown, even if nothing can be requested. */
  canSelect: boolean;
  isLast: boolean;
  picked: PickMemory;
  post: (message: ChatToHost) => void;
  showSettings: () => void;
}

export const AnswerTurn = memo<AnswerTurnProps>((props) => {
  const { turn, place, exchange, isStreaming, status, isBusy, canSelect, isLast, picked, post } = props;
  const isWaiting = isStreaming && turn.text === '' && turn.reasoning === '';
  return (
    <article
      class={`turn answer-turn${isLast ? ' last' : ''}`}
      aria-label={turn.model}
      aria-busy={isStreaming}
      data-vscode-context={turnContext('answer', turn.id, place)}
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
      {turn.text !== '' && <AnswerText turn={turn} isStreaming={isStreaming} />}
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
          showSettings={props.showSettings}
        />
      )}
      {!isStreaming && <Figures turn={turn} exchange={exchange} post={post} />}
      <footer class="answer-foot">
        {!isStreaming && (
          <AnswerActions turn={turn} isBusy={isBusy} canChange={place.canChange} post={post} />
        )}
        {turn.siblings.count > 1 && (
          <SiblingPicker
            turn={turn.id}
            siblings={turn.siblings}
            names={{ previous: t('Previous answer'), next: t('Next answer') }}
            canSelect={canSelect}
            picked={picked}
            post={post}
          />
        )}
      </footer>
    </article>
  );
});

/** A sentence of the host, with names of the service in backquotes. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
