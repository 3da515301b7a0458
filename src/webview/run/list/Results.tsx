import { useCallback, useRef, useState } from 'preact/hooks';
import { t } from '../../shared/l10n.ts';
import { useNarrow } from '../../shared/useNarrow.ts';
import { RequestDetails } from '../answers/RequestDetails.tsx';
import { NotedModel } from '../NotedModel.tsx';
import type { RunPageStore } from '../state/runPageStore.ts';
import type { ShownList, ShownRun } from '../state/shownRun.ts';
import { ResultRow } from './ResultRow.tsx';
import { detailStart, gapsAbove, RowKeys, type RowPlaces, startOf } from './rowPlaces.ts';
import { useActiveRow } from './useActiveRow.ts';
import { useKeptPlace } from './useKeptPlace.ts';
import { useSizes } from './useSizes.ts';
import { useVirtualRows } from './useVirtualRows.ts';

interface ResultsProps {
  model: ShownRun;
  shown: ShownList;
  store: RunPageStore;
}

/** Shows the rows in sight of a list that may be very long, and below the one that is opened its details. */
export function Results({ model, shown, store }: ResultsProps) {
  const { state, opened } = model;
  const { models } = state;
  const isNarrow = useNarrow(600);
  const list = useRef<HTMLDivElement>(null);
  const sizes = useSizes(list, opened?.prompt);
  const places: RowPlaces = {
    row: sizes.row,
    detail: opened ? sizes.detail : 0,
    opened: opened && (opened.at ?? -1),
  };
  const active = useActiveRow(list, shown, places, sizes);
  const kept = active.kept();
  const { drawn, sight } = useVirtualRows(shown.count, places, sizes, kept);
  const [elements] = useState(() => new RowKeys());
  const keys = elements.of(drawn);
  const gaps = gapsAbove(places, drawn);
  useKeptPlace(model, shown, { places, sizes, sight, active, store });
  const openedAt = useRef(opened?.at);
  openedAt.current = opened?.at;
  const { go } = active;
  const toggle = useCallback(
    (at: number) => {
      go(at);
      store.open(at === openedAt.current ? undefined : at);
    },
    [go, store],
  );
  const close = useCallback(() => {
    const at = openedAt.current;
    store.open(undefined);
    if (at !== undefined) go(at);
  }, [go, store]);
  const stop = active.tabStop(sight);
  /** The longest id seen so far, in characters: the column only grows, so that it doesn't move to and fro. */
  const longest = useRef(0);
  for (const at of drawn) longest.current = Math.max(longest.current, shown.rows.get(at)?.label.length ?? 0);
  return (
    <div class="list" ref={list} style={{ '--models': models.length, '--id': `${longest.current}ch` }}>
      {/* A table whose rows are placed by the page keeps its roles in Chromium. */}
      <table aria-label={t('Results')} aria-rowcount={shown.count + 1}>
        <thead class="results-head">
          <tr class="result-columns" aria-rowindex={1}>
            <th scope="col">#</th>
            <th scope="col">{t('prompt')}</th>
            {models.map((one, at) => (
              <th key={at} scope="col" class="row model" title={one.name}>
                <NotedModel {...one} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          class="rows"
          style={{ height: `${startOf(places, shown.count)}px`, paddingTop: `${gaps[0] ?? 0}px` }}
          onKeyDown={active.press}
          onFocusCapture={active.take}
        >
          {drawn.map((at, index) => (
            <ResultRow
              key={keys[index]}
              row={shown.rows.get(at)}
              at={at}
              gap={index === 0 ? 0 : (gaps[index] ?? 0)}
              models={models}
              isNarrow={isNarrow}
              isOpen={at === opened?.at}
              isTabStop={at === stop}
              onOpen={toggle}
            />
          ))}
        </tbody>
      </table>
      {opened && (
        <RequestDetails
          key={opened.prompt}
          opened={opened}
          state={state}
          top={detailStart(places)}
          covered={sizes.covered}
          post={store.post}
          onClose={close}
        />
      )}
    </div>
  );
}
