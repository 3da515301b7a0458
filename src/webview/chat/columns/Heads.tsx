import type { ChatFrame } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import type { ChatModel } from '../chatModel.ts';
import { ColumnHead } from './ColumnHead.tsx';
import { ColumnTabs } from './ColumnTabs.tsx';

interface HeadsProps {
  frame: ChatFrame;
  model: ChatModel;
  /** Index of the only column shown; `undefined` if all are shown. */
  tab: number | undefined;
  onChoose: (tab: number) => void;
}

/** Shows which column is which model's, always in view. If there is room for one column only, tabs choose it. */
export function Heads({ frame, model, tab, onChoose }: HeadsProps) {
  const { columns } = frame;
  const add = !frame.isHidden && frame.readOnly === undefined && <AddModel canAdd={frame.canAddModel} />;
  return (
    <div class={add ? 'heads with-add' : 'heads'}>
      {tab !== undefined && <ColumnTabs columns={columns} model={model} shown={tab} onChoose={onChoose} />}
      <div class="cells">
        {columns.map((column, at) =>
          tab === undefined || at === tab ? (
            <ColumnHead key={column.id} column={column} frame={frame} />
          ) : null,
        )}
      </div>
      {add}
    </div>
  );
}

function AddModel({ canAdd }: { canAdd: boolean }) {
  const post = usePost();
  return (
    <IconButton
      label={t('Add Model')}
      icon="add"
      {...(!canAdd && { title: t('Add Model: up to four, once the answers have ended') })}
      disabled={!canAdd}
      onClick={() => post({ type: 'addModel' })}
    />
  );
}
