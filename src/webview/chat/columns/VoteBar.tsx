import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageAnswer, PageRow, PageVote } from '../../../protocol/chat.ts';
import { Button } from '../../shared/Button.tsx';
import { debounce } from '../../shared/debounce.ts';
import { t } from '../../shared/l10n.ts';
import { ModelName } from '../../shared/ModelName.tsx';
import { Notice } from '../../shared/Notice.tsx';
import { usePost } from '../../shared/post.ts';

/** Max length of answers that are compared, in UTF-16 units: longer ones would take too long. */
const maxLength = 20 * 1024;

/** Shows what can be done with a question's answers: vote, mark their differences, open them in a diff. */
export function VoteBar({ row, answers }: { row: PageRow; answers: readonly (PageAnswer | undefined)[] }) {
  const post = usePost();
  const [isMarked, setMarked] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { question, vote, same, hasDifferences = false } = row;
  const isTooLong = answers.some((one) => (one?.text.length ?? 0) > maxLength);
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
              <Button icon="diff" onClick={() => post({ type: 'openDiff', question })}>
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

/** How long a changing answer must pause before it is compared again, in milliseconds. */
const restMs = 150;

/** While `isOn`, marks the words in which the answers above `bar` differ. The DOM is not changed. */
export function useDifferences(bar: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const cells = bar.current?.parentElement?.querySelector('.cells');
    return isOn && cells ? markDifferences(cells) : undefined;
  }, [bar, isOn]);
}

/** Marks the differences. Returns a function that removes the marks. */
function markDifferences(cells: Element): () => void {
  const marks = CSS.highlights.get('different') ?? new Highlight();
  CSS.highlights.set('different', marks);
  let ranges: readonly Range[] = [];
  let isGone = false;
  const take = (next: readonly Range[]) => {
    for (const range of ranges) marks.delete(range);
    for (const range of next) marks.add(range);
    ranges = next;
  };
  const mark = async () => {
    const { differentRanges } = await import('./differences.ts');
    if (!isGone) take(differentRanges(cells));
  };
  // Syntax colors and folded code change the DOM too, and a range in removed nodes marks nothing.
  const markSoon = debounce(mark, restMs);
  const observer = new MutationObserver(() => markSoon());
  observer.observe(cells, { subtree: true, childList: true, characterData: true });
  void mark();
  return () => {
    isGone = true;
    markSoon.cancel();
    observer.disconnect();
    take([]);
  };
}
