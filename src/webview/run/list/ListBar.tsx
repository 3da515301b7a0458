import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { debounce } from '../../../base/debounce.ts';
import type { RunList, RunPageModel } from '../../../protocol/run.ts';
import { IconButton, ModelName } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import type { ShownRun } from '../state/shownRun.ts';

interface ListBarProps {
  model: ShownRun;
  onChoose: (list: RunList) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** How long typing must pause before the host searches, in milliseconds. */
const restMs = 200;

/** Chooses which prompts are listed, and says how many these are. */
export function ListBar({ model: { state, list, shown }, onChoose, heading }: ListBarProps) {
  const { models, prompts, progress, repetitions } = state;
  // The tag stays when others of its prompts are chosen.
  const { model: _model, ...anyModel } = list;
  const choices: readonly (readonly [RunList['show'], string])[] = [
    ...(models.length > 1 ? [['differs', t('Differs from Base')] as const] : []),
    ['all', t('All')],
    ...(models.length > 1 ? [['worse', t('Worse')] as const, ['better', t('Better')] as const] : []),
    ...(state.comparison
      ? [
          ['worseThanBefore', t('Worse than Before')] as const,
          ['betterThanBefore', t('Better than Before')] as const,
        ]
      : []),
    ...(state.isRated
      ? [
          ['ratedBase', t('I Preferred the Base')] as const,
          ['ratedOther', t('I Preferred the Other')] as const,
        ]
      : []),
    ...(state.isJudged
      ? [['judgedBase', t('Judge: Base')] as const, ['judgedOther', t('Judge: Other')] as const]
      : []),
    ...(repetitions > 1 ? [['flaky', t('Flaky')] as const] : []),
    ['failed', t('Failed')],
    ['slowest', t('Slowest')],
  ];
  return (
    <div class="list-bar">
      <h2 ref={heading} tabIndex={-1}>
        {t('Prompts')}
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a row with its legend */}
      <div class="row show" role="group" aria-label={t('Show')}>
        <span aria-hidden="true">{t('Show')}</span>
        <div class="segments">
          {choices.map(([show, text]) => (
            <button
              key={show}
              type="button"
              aria-pressed={list.show === show && list.model === undefined}
              onClick={() => onChoose({ ...anyModel, show })}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
      <Find list={list} onChoose={onChoose} />
      <Behind list={list} models={models} onChoose={onChoose} />
      {/* While a run goes on, the count would be announced all the time. */}
      <p class="count hint" role="status" aria-live={progress ? 'off' : 'polite'}>
        {shown && countText(shown.count, prompts)}
      </p>
    </div>
  );
}

function countText(count: number, of: number): string {
  if (of === 1) return t('{0} of 1 prompt', count);
  return t('{0} of {1} prompts', count, of);
}

function Find({ list, onChoose }: Pick<ListBarProps, 'onChoose'> & { list: RunList }) {
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(list);
  latest.current = list;
  const find = useMemo(
    () => debounce((text: string) => onChoose({ ...latest.current, find: text }), { restMs }),
    [onChoose],
  );
  useEffect(() => () => find.cancel(), [find]);
  // Another list may have been chosen by a number of the summary, which finds nothing.
  useLayoutEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = list.find;
  }, [list.find]);
  return (
    <label class="row find">
      <span>{t('Find')}</span>
      <input
        ref={field}
        type="search"
        maxLength={1000}
        spellcheck={false}
        placeholder={t('In prompts and answers')}
        onInput={({ currentTarget }) => find(currentTarget.value)}
        // What is chosen next, such as Rate Blind, may take this bar away.
        onBlur={find.flush}
      />
    </label>
  );
}

/** Names the number of the summary whose prompts are listed, and the tag. */
function Behind({
  list,
  models,
  onChoose,
}: Pick<ListBarProps, 'onChoose'> & { list: RunList; models: RunPageModel[] }) {
  const { tag, model } = list;
  const name = model === undefined ? undefined : models[model]?.name;
  if (name === undefined && tag === undefined) return null;
  const text = name === undefined ? '' : behindText(list.show);
  return (
    <p class="row tight behind">
      {text !== '' && <span class="what">{text}</span>}
      {name !== undefined && <ModelName name={name} />}
      {name !== undefined && tag !== undefined && <span aria-hidden="true">·</span>}
      {tag !== undefined && <span dir="auto">{t('Tag: {0}', tag)}</span>}
      <IconButton
        label={t('Show All')}
        icon="close"
        onClick={() => onChoose({ show: 'all', find: list.find })}
      />
    </p>
  );
}

function behindText(show: RunList['show']): string {
  const texts: Record<RunList['show'], string> = {
    all: '',
    differs: t('Differs from base:'),
    worse: t('Worse:'),
    better: t('Better:'),
    equal: t('Equal:'),
    lost: t('Lost:'),
    failed: t('Failed:'),
    slowest: t('Slowest:'),
    passed: t('Passed:'),
    cut: t('Cut off:'),
    empty: t('Empty:'),
    allPassed: t('Always passed:'),
    flaky: t('Flaky:'),
    ratedBase: t('I preferred the base to'),
    ratedOther: t('I preferred'),
    ratedTie: t('I rated a tie:'),
    judgedBase: t('The judge prefers the base to'),
    judgedOther: t('The judge prefers'),
    judgedTie: t('A tie for the judge:'),
    betterThanBefore: t('Better than before:'),
    worseThanBefore: t('Worse than before:'),
  };
  return texts[show];
}
