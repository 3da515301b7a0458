import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageAnswer, PageRow, PageVote } from '../../../protocol/chat.ts';
import { Button, ModelName, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { markDifferences, maxMarked } from '../../shared/markDifferences.ts';
import { usePost } from '../../shared/post.ts';

/** Shows what can be done with a question's answers: vote, mark their differences, open them in a diff. */
export function VoteBar({ row, answers }: { row: PageRow; answers: readonly (PageAnswer | undefined)[] }) {
  const [isMarked, setMarked] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { question, vote, same, hasDifferences = false } = row;
  const isTooLong = answers.some((one) => (one?.text.length ?? 0) > maxMarked);
  useDifferences(bar, isMarked && hasDifferences && !isTooLong);
  const isKept = isMarked || vote?.chosen !== undefined;
  return (
    <>
      <Notice class="same muted" icon="info" text={same} />
      {(vote || hasDifferences) && (
        <div class={isKept ? 'vote kept' : 'vote'} ref={bar}>
          {vote && <Choices question={question} vote={vote} />}
          {hasDifferences && (
            <div class="buttons">
              <Button
                icon="whole-word"
                aria-pressed={isMarked && !isTooLong}
                disabled={isTooLong}
                title={isTooLong ? t('Only answers up to 20 KB') : t('Mark the words that differ')}
                onClick={() => setMarked(!isMarked)}
              >
                {t('Mark Differences')}
              </Button>
              <Button icon="diff" sends={{ type: 'openDiff', question }}>
                {t('Open Diff')}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

function Choices({ question, vote }: { question: string; vote: PageVote }) {
  const post = usePost();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a row with its legend
    <div class="row choices" role="group" aria-label={t('Which is better?')}>
      <span aria-hidden="true">{t('Which is better?')}</span>
      {vote.choices.map(({ best, label, key }) => (
        <Button
          // The key stays when a vote reveals the models, so that the button keeps the focus.
          key={key}
          data-key={key}
          {...(best === vote.chosen && { icon: 'check' })}
          aria-pressed={best === vote.chosen}
          aria-disabled={!vote.canVote}
          title={label}
          onClick={() => vote.canVote && post({ type: 'vote', question, best })}
        >
          <span class="key">{key}</span> <ModelName name={label} />
        </Button>
      ))}
    </div>
  );
}

/** While `isOn`, marks the words in which the answers above `bar` differ. */
function useDifferences(bar: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const cells = bar.current?.parentElement?.querySelector('.cells');
    return isOn && cells ? markDifferences(cells, '.answer-turn > .markdown') : undefined;
  }, [bar, isOn]);
}
