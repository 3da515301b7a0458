import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageTurn } from '../../../protocol/chat.ts';
import type { CompareFrame } from '../../../protocol/compare.ts';
import { IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import type { ChatModel } from '../chatModel.ts';
import { keptOf } from '../pageState.ts';
import { Column, type ColumnsProps } from './Column.tsx';
import { ColumnTabs } from './ColumnTabs.tsx';
import { useNarrow } from './useNarrow.ts';

const mostColumns = 4;

/** Side by side or, where there is no room, one at a time behind tabs. */
export function Columns({ model, ...common }: ColumnsProps & { model: ChatModel<CompareFrame> }) {
  const { frame, host, tell } = common;
  const { revealed } = model;
  const isNarrow = useNarrow();
  const [tab, setTab] = useState(() => keptOf(host, frame.conversationId).tab);
  const shown = frame.columns.find(({ id }) => id === tab) ?? frame.columns[0];
  const choose = (id: string) => {
    setTab(id);
    host.keep({ ...keptOf(host, frame.conversationId), tab: id });
  };
  useLayoutEffect(() => {
    const holders = frame.columns.filter(({ id }) => model.paths.get(id)?.includes(revealed.turn));
    if (holders[0] && shown && !holders.includes(shown)) choose(holders[0].id);
  }, [revealed]);
  // A column that is added later has nothing to do with it.
  const handled = useRef(0);
  useEffect(() => {
    handled.current = revealed.count;
  }, [revealed]);
  const found = revealed.count > handled.current ? revealed : undefined;
  const turnsOf = useColumnTurns(model);
  const shared = useMemo(() => sharedIn(model.paths), [model.paths]);
  const mayAdd = frame.readOnly === undefined && !frame.isSpent && frame.columns.length < mostColumns;
  const addModel = mayAdd && (
    <IconButton
      label={t('Add model')}
      icon="add"
      {...(!frame.canAddModel && { title: t('Add model: once the answers have ended') })}
      disabled={!frame.canAddModel}
      onClick={() => tell({ type: 'addModel' })}
    />
  );
  return (
    <>
      {isNarrow && (
        <div class="row tabs-row">
          <ColumnTabs columns={frame.columns} model={model} shown={shown?.id} onChoose={choose} />
          {addModel}
        </div>
      )}
      <div class="columns">
        {frame.columns.map((column) => (
          <Column
            key={column.id}
            {...common}
            column={column}
            turns={turnsOf(column.id)}
            exchanges={model.exchanges}
            found={found}
            shared={shared}
            isTab={isNarrow}
            isShown={!isNarrow || column === shown}
          />
        ))}
        {!isNarrow && addModel && <div class="add-column">{addModel}</div>}
      </div>
    </>
  );
}

/** Returns what gives the turns of a column: the same array until one of them changes. */
function useColumnTurns({ paths, turns }: ChatModel<CompareFrame>): (column: string) => PageTurn[] {
  const before = useRef(new Map<string, PageTurn[]>());
  return (column) => {
    const ids = paths.get(column) ?? [];
    const now = ids.map((id) => turns.get(id)).filter((turn) => turn !== undefined);
    const known = before.current.get(column);
    if (known?.length === now.length && known.every((turn, at) => turn === now[at])) return known;
    before.current.set(column, now);
    return now;
  };
}

/** Returns the ids that stand in more than one path. */
function sharedIn(paths: ChatModel['paths']): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const id of [...paths.values()].flat()) (seen.has(id) ? shared : seen).add(id);
  return shared;
}
