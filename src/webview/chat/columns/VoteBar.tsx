import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageAnswer, PageRow, PageVote } from '../../../protocol/chat.ts';
import { Button, ModelName, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { maxMarked, useDifferences } from '../../shared/markDifferences.ts';
import { usePost } from '../../shared/post.ts';
import { showWhole } from '../focus/turns.ts';

interface VoteBarProps {
  row: PageRow;
  answers: readonly (PageAnswer | undefined)[];
  isLast: boolean;
}

/** Shows what can be done with a question's answers: vote, mark their differences, open them in a diff. */
export function VoteBar({ row, answers, isLast }: VoteBarProps) {
  const [isMarked, setMarked] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { question, vote, same, hasDifferences = false } = row;
  const isTooLong = answers.some((one) => (one?.text.length ?? 0) > maxMarked);
  const unmarked = useDifferences(
    () => bar.current?.parentElement?.querySelector('.cells'),
    '.answer-turn > .markdown',
    isMarked && hasDifferences && !isTooLong,
  );
  const isKept = isMarked || vote?.chosen !== undefined;
  return (
    <>
      <Notice class="same muted" icon="info" text={same} />
      {(vote || hasDifferences) && (
        <div class={isKept ? 'vote kept' : 'vote'} ref={bar}>
          {vote && <Choices question={question} vote={vote} isLast={isLast} />}
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
          <Notice class="hint" icon="info" text={unmarked} />
        </div>
      )}
    </>
  );
}

/** Describes the message box, too, where a digit is text. */
export const voteKeysId = 'vote-keys';

function Choices({ question, vote, isLast }: { question: string; vote: PageVote; isLast: boolean }) {
  const post = usePost();
  const { choices, chosen } = vote;
  const group = useRef<HTMLDivElement>(null);
  const isVoting = useRef(false);
  useLayoutEffect(() => {
    // The names that a vote reveals may come where the voter doesn't look.
    if (isVoting.current && group.current) showWhole(group.current);
    isVoting.current = false;
  }, [chosen]);
  const reasons = [...new Set(choices.flatMap(({ why }) => why ?? []))];
  const idOf = (why: string) => `why-${question}-${reasons.indexOf(why)}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a row with its legend
    <div class="row choices" role="group" aria-label={t('Which is better?')} ref={group}>
      <span aria-hidden="true">{t('Which is better?')}</span>
      {choices.map(({ best, label, key, why }) => (
        <Button
          // The key stays when a vote reveals the models, so that the button keeps the focus.
          key={key}
          data-key={key}
          {...(best === chosen && { icon: 'check' })}
          aria-pressed={best === chosen}
          aria-disabled={why !== undefined}
          aria-describedby={why && idOf(why)}
          title={why ?? label}
          onClick={() => {
            if (why !== undefined) return;
            isVoting.current = true;
            post({ type: 'vote', question, best });
          }}
        >
          <span class="key">{key}</span> <ModelName name={label} />
        </Button>
      ))}
      {reasons.map((why) => (
        <span key={why} class="hint why" id={idOf(why)}>
          {why}
        </span>
      ))}
      {isLast && isOpen(vote) && (
        <span class="hint vote-keys" id={voteKeysId}>
          {t('To vote by key, press F6 first.')}
        </span>
      )}
    </div>
  );
}

/** True if something can be chosen. */
export function isOpen({ choices }: PageVote): boolean {
  return choices.some(({ why }) => why === undefined);
}
