import { useEffect, useRef } from 'preact/hooks';
import type { RunList } from '../../protocol/run.ts';
import { droppedUris, mayHoldUris, useDrop } from '../shared/useDrop.ts';
import { useReturnedFocus } from '../shared/useReturnedFocus.ts';
import { Comparison } from './head/Comparison.tsx';
import { Head } from './head/Head.tsx';
import { Summary } from './head/Summary.tsx';
import { Tags } from './head/Tags.tsx';
import { Verdicts } from './head/Verdicts.tsx';
import { ListBar } from './list/ListBar.tsx';
import { NoRows } from './list/NoRows.tsx';
import { Results } from './list/Results.tsx';
import type { RunPageStore } from './state/runPageStore.ts';
import type { ShownRun } from './state/shownRun.ts';

interface RunPageProps {
  model: ShownRun;
  store: RunPageStore;
  /** Returns what gets the focus at first; the heading if nothing does. */
  first: () => HTMLElement | null | undefined;
}

export function RunPage({ model, store, first }: RunPageProps) {
  const { state, list, shown } = model;
  const { post } = store;
  useEffect(() => {
    document.title = state.title;
  }, [state.title]);
  useReturnedFocus((isFirst) => (isFirst ? first() : undefined));
  const prompts = useRef<HTMLHeadingElement>(null);
  /** Shows the prompts behind a number, and takes the user to them. */
  const showBehind = (behind: RunList) => {
    store.choose(behind);
    prompts.current?.focus({ preventScroll: true });
    prompts.current?.parentElement?.scrollIntoView();
  };
  const { isWaiting, missing, canJudge } = state;
  const isDropping = useDrop(post, resultsDrop, isWaiting || missing > 0 || canJudge);
  return (
    <main class={isDropping ? 'run dropping' : 'run'}>
      <div class="above">
        <Head state={state} post={post} />
        <Verdicts state={state} post={post} list={list} onShow={showBehind} />
        <Comparison comparison={state.comparison} post={post} list={list} onShow={showBehind} />
        {state.summary.length > 0 && <Summary state={state} list={list} onShow={showBehind} />}
        {state.tagLines.length > 0 && <Tags tagLines={state.tagLines} list={list} onShow={showBehind} />}
      </div>
      <ListBar model={model} onChoose={store.choose} heading={prompts} />
      {shown && shown.count > 0 ? (
        <Results model={model} shown={shown} store={store} />
      ) : (
        <NoRows model={model} onChoose={store.choose} />
      )}
    </main>
  );
}

/** Files of results that are dropped on the page are imported. */
const resultsDrop = {
  mayHold: mayHoldUris,
  take(event: DragEvent, data: DataTransfer, post: RunPageStore['post']) {
    const uris = droppedUris(data);
    if (uris.length === 0) return;
    event.preventDefault();
    post({ type: 'importResults', uris });
  },
};
