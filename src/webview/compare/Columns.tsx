import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { PageTurn } from '../../protocol/chat.ts';
import type { CompareFrame } from '../../protocol/compare.ts';
import type { ChatModel } from '../chat/chatModel.ts';
import { keptOf } from '../chat/pageState.ts';
import { IconButton } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { Column, type ColumnsProps } from './Column.tsx';
import { ColumnTabs } from './ColumnTabs.tsx';
import { useNarrow } from './useNarrow.ts';

const mostColumns = 4;

/** Side by side or, where there is no room, one at a time behind tabs. */
export function Columns(props: ColumnsProps) {
  const { frame, model, host, tell } = props;
  const isNarrow = useNarrow();
  const [tab, setTab] = useState(() => keptOf(host, frame.conversationId).tab);
  const shown = frame.columns.find(({ id }) => id === tab) ?? frame.columns[0];
  const choose = (id: string) => {
    setTab(id);
    host.keep({ ...keptOf(host, frame.conversationId), tab: id });
  };
  useLayoutEffect(() => {
    const { turn } = model.revealed;
    const holders = frame.columns.filter(({ id }) => model.paths.get(id)?.includes(turn));
    if (holders[0] && shown && !holders.includes(shown)) choose(holders[0].id);
  }, [model.revealed]);
  const shared = useMemo(() => sharedIn(model.paths), [model.paths]);
  const addModel = frame.readOnly === undefined && frame.columns.length < mostColumns && (
    <IconButton
      label={t('Add model')}
      icon="add"
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
            {...props}
            column={column}
            turns={turnsOf(model, column.id)}
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

function turnsOf({ paths, turns }: ChatModel<CompareFrame>, column: string): PageTurn[] {
  const ids = paths.get(column) ?? [];
  return ids.map((id) => turns.get(id)).filter((turn) => turn !== undefined);
}

/** Returns the ids that stand in more than one path. */
function sharedIn(paths: ChatModel['paths']): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const id of [...paths.values()].flat()) (seen.has(id) ? shared : seen).add(id);
  return shared;
}
