import type { PageAnswer, PageExchange, PageUserTurn } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { Notice } from '../../shared/Notice.tsx';
import { usePost } from '../../shared/post.ts';
import { Figures } from '../exchange/Figures.tsx';
import type { EditActions } from '../useEdits.ts';
import { Waiting, WaitingLine } from '../waiting/Waiting.tsx';
import { AnswerActions } from './AnswerActions.tsx';
import { AnswerAlert } from './AnswerAlert.tsx';
import { AnswerText } from './AnswerText.tsx';
import { Reasoning } from './Reasoning.tsx';
import { SiblingPicker } from './SiblingPicker.tsx';
import { type TurnPlace, turnContext } from './turnContext.ts';

interface AnswerTurnProps {
  turn: PageAnswer;
  place: TurnPlace;
  /** False if the head of the column shows the same name. */
  isNamed: boolean;
  exchange: PageExchange | undefined;
  isStreaming: boolean;
  /** Says that it is not asked for yet. */
  queued: string | undefined;
  /** In the last row. */
  isLast: boolean;
  question: PageUserTurn;
  editing: EditActions;
  /** Of the column at this place. */
  showSettings: (column: number) => void;
}

export const AnswerTurn = memo<AnswerTurnProps>((props) => {
  const { turn, place, isNamed, exchange, isStreaming, queued, isLast, question, editing } = props;
  return (
    <article
      class={`turn answer-turn${isLast ? ' last' : ''}`}
      aria-label={turn.model}
      aria-busy={isStreaming}
      tabIndex={-1}
      data-turn={turn.id}
      data-vscode-context={turnContext(turn, place)}
    >
      <header class={isNamed ? 'row turn-head' : 'visually-hidden'}>
        <h2 class="clip" dir="auto" title={turn.model}>
          {turn.model}
        </h2>
      </header>
      {turn.reasoning !== '' && <Reasoning turn={turn} isLive={isStreaming && turn.text === ''} />}
      {turn.text !== '' && <AnswerText turn={turn} isStreaming={isStreaming} />}
      {isStreaming &&
        (queued === undefined ? <Waiting turn={turn.id} /> : <WaitingLine icon="watch" text={queued} />)}
      {turn.alert && (
        <AnswerAlert
          turn={turn.id}
          alert={turn.alert}
          isNews={isLast}
          isBusy={place.isBusy}
          showSettings={() => props.showSettings(place.column)}
          editQuestion={() => editing.open(question.id, question.text)}
        />
      )}
      {turn.notice !== undefined && (
        <Notice class="muted" icon="info">
          {withCode(turn.notice)}
        </Notice>
      )}
      {!isStreaming && !place.isHidden && <Figures turn={turn} exchange={exchange} />}
      <footer class="row answer-foot">
        {isStreaming ? (
          place.isSeveral && <StopOne turn={turn} />
        ) : (
          <AnswerActions turn={turn} place={place} />
        )}
        {turn.siblings.count > 1 && !place.isHidden && <SiblingPicker turn={turn} place={place} />}
      </footer>
    </article>
  );
});

/** The composer's button stops all. */
function StopOne({ turn: { id, model } }: { turn: PageAnswer }) {
  const post = usePost();
  return (
    <IconButton
      label={t('Stop {0}', model)}
      icon="debug-stop"
      onClick={() => post({ type: 'stop', turn: id })}
    />
  );
}

/** A sentence of the host, with names of the service in backquotes. */
function withCode(text: string) {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece));
}
