import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RunPageAnswer, RunPageDetail, RunState, RunToHost } from '../../../protocol/run.ts';
import { Button, IconButton, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { maxMarked, useDifferences } from '../../shared/markDifferences.ts';
import type { OpenedPrompt } from '../state/shownRun.ts';
import { AnswerColumn } from './AnswerColumn.tsx';
import { Asked } from './Asked.tsx';

interface RequestDetailsProps {
  opened: OpenedPrompt;
  state: RunState;
  /** Where they stand below the first row, in pixels. */
  top: number;
  /** Height of what covers the page's top, in pixels. */
  covered: number;
  post: (message: RunToHost) => void;
  onClose: () => void;
}

/** Shows what one prompt asked, and what each model answered. */
export function RequestDetails({ opened, state, top, covered, post, onClose }: RequestDetailsProps) {
  const { prompt, detail } = opened;
  const section = useRef<HTMLElement>(null);
  const isLoaded = detail !== undefined;
  useLayoutEffect(() => {
    if (isLoaded && section.current) showFrom(section.current, covered);
  }, [isLoaded]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      class="request-details"
      aria-label={t('Request Details {0}', detail?.label ?? '')}
      style={{ '--top': `${top}px` }}
      ref={section}
      onKeyDown={press}
    >
      <IconButton class="icon-button close" label={t('Close')} icon="close" onClick={onClose} />
      {detail ? (
        <Loaded detail={detail} state={state} prompt={prompt} post={post} />
      ) : (
        <Notice class="muted" icon="loading codicon-modifier-spin" text={t('Loading…')} />
      )}
    </section>
  );
}

interface LoadedProps {
  detail: RunPageDetail;
  state: RunState;
  prompt: number;
  post: RequestDetailsProps['post'];
}

function Loaded({ detail, state, prompt, post }: LoadedProps) {
  const { models, repetitions } = state;
  const [repetition, setRepetition] = useState(0);
  const answers = models.map((_, model) =>
    detail.answers.find((answer) => answer.model === model && answer.repetition === repetition),
  );
  const texts = answers.flatMap((answer) => (answer && answer.text !== '' ? [answer.text] : []));
  const canCompare = texts.length > 1;
  const isTooLong = texts.some(({ length }) => length > maxMarked);
  const columns = useRef<HTMLDivElement>(null);
  const unmarked = useDifferences(() => columns.current, '.answer-text', canCompare && !isTooLong);
  return (
    <>
      <Asked detail={detail} />
      <div class="row answers-head">
        <div class="buttons">
          <Button icon="comment-discussion" onClick={() => post({ type: 'openAsChat', prompt })}>
            {t('Open as Chat')}
          </Button>
        </div>
        {repetitions > 1 && <Repetitions at={repetition} of={repetitions} onChange={setRepetition} />}
      </div>
      <Notice
        class="hint"
        icon="info"
        text={isTooLong ? t('Only answers up to 20 KB have their differences marked.') : unmarked}
      />
      <div class="answers" ref={columns}>
        {models.map((model, at) => (
          <AnswerColumn
            key={at}
            model={model}
            answer={answers[at]}
            onDiff={
              at > 0 && saysAnything(answers[0]) && saysAnything(answers[at])
                ? () => post({ type: 'openDiff', prompt, model: at, repetition })
                : undefined
            }
            onCopy={() => post({ type: 'copyRequest', prompt, model: at })}
          />
        ))}
      </div>
    </>
  );
}

function saysAnything(answer: RunPageAnswer | undefined): boolean {
  return answer !== undefined && (answer.text !== '' || answer.calls !== undefined);
}

interface RepetitionsProps {
  at: number;
  of: number;
  onChange: (repetition: number) => void;
}

/** Steps through the answers to a prompt that was asked several times. */
function Repetitions({ at, of, onChange }: RepetitionsProps) {
  return (
    <div class="row tight">
      <IconButton
        label={t('Previous Answer')}
        icon="chevron-left"
        aria-disabled={at === 0}
        onClick={() => at > 0 && onChange(at - 1)}
      />
      <span class="hint" role="status">
        {t('{0} of {1}', at + 1, of)}
      </span>
      <IconButton
        label={t('Next Answer')}
        icon="chevron-right"
        aria-disabled={at === of - 1}
        onClick={() => at < of - 1 && onChange(at + 1)}
      />
    </div>
  );
}

/** Scrolls so that as much as possible of details that end below the page comes into sight, their row still above them. */
function showFrom(details: HTMLElement, covered: number): void {
  const row = details.parentElement?.querySelector('.result.is-open');
  const { top, bottom } = details.getBoundingClientRect();
  const first = row?.getBoundingClientRect().top ?? top;
  const by = Math.min(bottom - innerHeight, first - covered);
  if (by > 0) scrollBy({ top: by });
}
