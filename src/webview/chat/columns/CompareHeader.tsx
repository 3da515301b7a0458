import { useId } from 'preact/hooks';
import type { CompareFrame } from '../../../protocol/compare.ts';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { HeaderButtons } from '../HeaderButtons.tsx';
import type { Tell } from './tell.ts';

interface CompareHeaderProps {
  frame: CompareFrame;
  isSettingsOpen: boolean;
  onToggleSettings: () => void;
  tell: Tell;
}

// A growing answer doesn't change it.
export const CompareHeader = memo<CompareHeaderProps>(({ frame, isSettingsOpen, onToggleSettings, tell }) => {
  const isReadOnly = frame.readOnly !== undefined;
  return (
    <header class="top-row">
      <HeaderButtons
        settings={frame.settings}
        isSettingsOpen={isSettingsOpen}
        onToggleSettings={onToggleSettings}
      />
      <div class="row ways">
        <CheckBox
          label={t('Blind')}
          title={blindTitle(frame)}
          isOn={frame.blind === 'hidden'}
          isDisabled={!frame.canChangeBlind}
          onChange={(isOn) => tell({ type: 'blind', isOn })}
        />
        <CheckBox
          label={t('One at a time')}
          title={t('Ask each model when the one before has ended, so that they don’t slow each other down')}
          isOn={frame.isOneAtATime}
          isDisabled={isReadOnly}
          onChange={(isOn) => tell({ type: 'oneAtATime', isOn })}
        />
      </div>
    </header>
  );
});

function blindTitle({ blind, canChangeBlind }: CompareFrame): string {
  if (blind === 'hidden')
    return t('The names are hidden until you vote. Untick it to see them without a vote');
  if (canChangeBlind) return t('Hides which model gave which answer, until you vote');
  return t('Only before the first question');
}

interface CheckBoxProps {
  label: string;
  title: string;
  isOn: boolean;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
}

/** It shows what the host says; a click only asks for it. */
function CheckBox({ label, title, isOn, isDisabled, onChange }: CheckBoxProps) {
  const id = useId();
  return (
    <label class="row check" title={title} for={id}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
