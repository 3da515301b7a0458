import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageChoice } from '../../../protocol/chat.ts';
import { Icon } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { chipLabel } from '../chatModel.ts';

const listId = 'attach-list';

interface AttachListProps {
  choices: readonly PageChoice[];
  active: number;
  onChoose: (choice: PageChoice) => void;
}

/** Shows what can be attached, above the composer, which keeps the focus. */
export function AttachList({ choices, active, onChoose }: AttachListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }),
    [active, choices],
  );
  return (
    <div class="attach-anchor">
      <div class="attach-area">
        <div
          class="attach-list"
          role="listbox"
          id={listId}
          tabIndex={-1}
          aria-label={t('Attach')}
          ref={list}
          // Otherwise the composer would lose the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {choices.map((choice, at) => (
            <div
              key={choice.id}
              class="row attach-option"
              role="option"
              id={optionId(at)}
              aria-selected={at === active}
              title={choice.folder === '' ? choice.name : `${choice.folder}/${choice.name}`}
              tabIndex={-1}
              onMouseDown={() => onChoose(choice)}
            >
              <Icon name={choice.lines === '' ? 'file' : 'selection'} />
              <bdi class="clip">{chipLabel(choice)}</bdi>
              <bdi class="clip hint">{choice.folder}</bdi>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Returns the composer's attributes that describe the list to screen readers. */
export function attachListAria(choices: readonly PageChoice[], active: number) {
  const isOpen = choices.length > 0;
  return {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? optionId(active) : undefined,
  } as const;
}

function optionId(at: number): string {
  return `attach-option-${at}`;
}
