import type { PageAnswer, PageExchange, PageTurn } from '../../../protocol/chat.ts';
import { memo } from '../../shared/memo.tsx';
import { Notice } from '../../shared/Notice.tsx';
import { Figures } from '../exchange/Figures.tsx';
import type { TurnEditing } from '../useEdits.ts';
import { Waiting, WaitingLine } from '../waiting/Waiting.tsx';
import { AnswerActions } from './AnswerActions.tsx';
import { AnswerAlert } from './AnswerAlert.tsx';
import { AnswerText } from './AnswerText.tsx';
import { Reasoning } from './Reasoning.tsx';
import { SiblingPicker } from './SiblingPicker.tsx';
import { headingIn, type TurnPlace, turnContext } from './turnContext.ts';

interface AnswerTurnProps {
  turn: PageAnswer;
  place: TurnPlace;
  exchange: PageExchange | undefined;
  isStreaming: boolean;
  isLast: boolean;
  /** The turn above. */
  question: PageTurn | undefined;
  editing: TurnEditing;
  showSettings: () => void;
}

export const AnswerTurn = memo<AnswerTurnProps>((props) => {
  const { turn, place, exchange, isStreaming, isLast, question, editing, showSettings } = props;
  const inLine = place.column?.inLine;
  const Heading = headingIn(place);
  return (
    <article
      class={`turn answer-turn${isLast ? ' last' : ''}`}
      aria-label={turn.model}
      aria-busy={isStreaming}
      tabIndex={-1}
      data-vscode-context={turnContext(turn, place)}
    >
      <header class="row turn-head">
        <Heading class="clip" dir="auto" title={turn.model}>
          {turn.model}
        </Heading>
      </header>
      {turn.reasoning !== '' && <Reasoning turn={turn} isLive={isStreaming && turn.text === ''} />}
      {turn.text !== '' && <AnswerText turn={turn} isStreaming={isStreaming} />}
      {isStreaming &&
        (inLine === undefined ? <Waiting turn={turn.id} /> : <WaitingLine icon="watch" text={inLine} />)}
      {turn.alert && (
        <AnswerAlert
          turn={turn.id}
          alert={turn.alert}
          isNews={isLast}
          isBusy={place.isBusy}
          showSettings={showSettings}
          editQuestion={() => question && editing.open(question.id, question.text)}
        />
      )}
      {turn.notice !== undefined && (
        <Notice class="muted" icon="info">
          {withCode(turn.notice)}
        </Notice>
      )}
      {!isStreaming && !place.column?.isHidden && <Figures turn={turn} exchange={exchange} />}
      <footer class="row answer-foot">
        {!isStreaming && <AnswerActions turn={turn} place={place} />}
        {turn.siblings.count > 1 && <SiblingPicker turn={turn} place={place} />}
      </footer>
    </article>
  );
});

/** A sentence of the host, with names of the service in backquotes. */
function withCode(text: string) {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece));
}
