import { createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import type { PageAnswer, PageUserTurn } from '../../../protocol/chat.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { withholdEmoji } from '../../markdown/parse/withhold.ts';
import { CopyButton, Icon, IconButton, ModelName, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { usePost } from '../../shared/post.ts';
import { ToolCalls } from '../../shared/ToolCalls.tsx';
import { textDirection } from '../../shared/textDirection.ts';
import { MetricsLine } from '../exchange/MetricsLine.tsx';
import type { EditActions } from '../useEdits.ts';
import { Waiting, WaitingLine } from '../waiting/Waiting.tsx';
import { reasoningText } from '../waiting/waitingText.ts';
import { AnswerAlert } from './AnswerAlert.tsx';
import { SiblingPicker } from './SiblingPicker.tsx';
import { type TurnPlace, turnContext } from './turnContext.ts';

/** Tells an answer when its text has grown and nothing else on the page has changed. */
export interface Growth {
  /** Calls `listener` with text that was added, until the returned function is called. */
  subscribe(turn: string, listener: (added: string) => void): () => void;
  /** Call when the added text is on the page. */
  shown(): void;
}

export const GrowthContext = createContext<Growth>({
  subscribe: () => () => undefined,
  shown: () => undefined,
});

interface AnswerTurnProps {
  turn: PageAnswer;
  place: TurnPlace;
  /** False if the column's head shows the same name. */
  isNamed: boolean;
  isStreaming: boolean;
  /** Says that the answer is not requested yet; `undefined` if it is. */
  queued: string | undefined;
  /** True if the answer is in the last row. */
  isLast: boolean;
  question: PageUserTurn;
  editing: EditActions;
  /** Opens the settings of the column at this index. */
  showSettings: (column: number) => void;
}

export const AnswerArticle = memo<AnswerTurnProps>((props) => {
  const { turn, place, isNamed, isStreaming, queued, isLast, question, editing } = props;
  return (
    <article
      class={`turn answer-turn${isNamed ? ' named' : ''}${isLast ? ' last' : ''}`}
      aria-label={turn.name}
      aria-busy={isStreaming}
      tabIndex={-1}
      data-turn={turn.id}
      data-vscode-context={turnContext(turn, place)}
    >
      <header class={isNamed ? 'row turn-head' : 'visually-hidden'}>
        {isNamed ? (
          <h2 title={turn.name}>
            <ModelName name={turn.name} />
          </h2>
        ) : (
          <h2 class="clip">{turn.name}</h2>
        )}
      </header>
      {turn.reasoning !== '' && <Reasoning turn={turn} isLive={isStreaming && turn.text === ''} />}
      {turn.text !== '' && <AnswerText turn={turn} isStreaming={isStreaming} />}
      {isStreaming &&
        (queued === undefined ? <Waiting turn={turn.id} /> : <WaitingLine icon="watch" text={queued} />)}
      <ToolCalls calls={turn.calls} />
      {turn.alert && (
        <AnswerAlert
          turn={turn}
          alert={turn.alert}
          isNews={isLast}
          isBusy={place.isBusy}
          showSettings={() => props.showSettings(place.column)}
          editQuestion={() => editing.open(question.id, question.text)}
        />
      )}
      <Notice class="muted" icon="info" text={turn.notice && withCode(turn.notice)} />
      {!isStreaming && !place.isHidden && <MetricsLine turn={turn} />}
      <footer class="row answer-foot">
        {isStreaming ? (
          // The composer's button stops all answers.
          place.isSeveral && (
            <IconButton
              label={t('Stop {0}', turn.name)}
              icon="debug-stop"
              sends={{ type: 'stop', turn: turn.id }}
            />
          )
        ) : (
          <AnswerActions turn={turn} place={place} />
        )}
        {turn.siblings.count > 1 && !place.isHidden && <SiblingPicker turn={turn} place={place} />}
      </footer>
    </article>
  );
});

/** Returns a sentence of the host with the names in backquotes shown as code. */
function withCode(text: string) {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece));
}

/** Shows an answer's text. While streaming, it takes additions without rendering the page around it. */
function AnswerText({ turn, isStreaming }: { turn: PageAnswer; isStreaming: boolean }) {
  const growth = useContext(GrowthContext);
  const follow = useMemo(
    () => (isStreaming ? growth.subscribe.bind(undefined, turn.id) : undefined),
    [growth, turn.id, isStreaming],
  );
  return <Markdown text={turn.text} isLive={isStreaming} follow={follow} onShown={growth.shown} />;
}

/** Shows the reasoning, folded at first. It is plain text, built only while open: it is often longer than the answer. */
function Reasoning({ turn, isLive }: { turn: PageAnswer; isLive: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="reasoning" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="muted">
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span>{reasoningText(turn.reasoningMs, isLive)}</span>
        {isLive && <Icon name="loading codicon-modifier-spin" />}
      </summary>
      {isOpen && (
        <p class="reasoning-text muted" dir={textDirection(turn.reasoning)}>
          {isLive ? withholdEmoji(turn.reasoning) : turn.reasoning}
        </p>
      )}
    </details>
  );
}

function AnswerActions({ turn, place }: { turn: PageAnswer; place: TurnPlace }) {
  const post = usePost();
  // "Retry" in the alert does the same, and its label says so better.
  const hasRetry = turn.alert?.buttons.some(({ action }) => action === 'retry') ?? false;
  return (
    <div class="row tight turn-actions">
      {!hasRetry && !place.isHidden && (
        <IconButton
          label={t('Regenerate')}
          icon="refresh"
          disabled={place.isBusy}
          sends={{ type: 'regenerate', turn: turn.id }}
        />
      )}
      {!place.isSeveral && (
        <IconButton
          // Next to "Regenerate", this button only adds choices, so it can be small; alone, its icon has to say more.
          {...(hasRetry ? { icon: 'arrow-swap' } : { icon: 'chevron-down', class: 'icon-button narrow' })}
          label={t('Regenerate with Another Model')}
          aria-haspopup="dialog"
          disabled={!place.canChange}
          sends={{ type: 'regenerateWith', turn: turn.id }}
        />
      )}
      {(turn.text !== '' || turn.calls) && (
        <CopyButton label={t('Copy')} onCopy={() => post({ type: 'copyAnswer', turn: turn.id })} />
      )}
    </div>
  );
}
