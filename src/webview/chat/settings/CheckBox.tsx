import { useId } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';

interface CheckBoxProps {
  label: string;
  title: string;
  isOn: boolean;
  disabled: boolean;
  /** Returns false if the host is not asked. */
  onChange: (isOn: boolean) => boolean;
}

/** Shows the state that the host reports; a click only asks the host to change it. */
export function CheckBox({ label, title, isOn, disabled, onChange }: CheckBoxProps) {
  const id = useId();
  return (
    <label class="row check" title={title} for={id}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          if (!onChange(currentTarget.checked)) currentTarget.checked = isOn;
        }}
      />
      {label}
    </label>
  );
}

/** Check box for sending questions without earlier turns: in the settings of a chat, or above its columns. */
export function WithoutEarlier({ frame }: { frame: Pick<ChatFrame, 'isWithoutEarlier' | 'readOnly'> }) {
  const post = usePost();
  return (
    <CheckBox
      label={t('Without Earlier Turns')}
      title={t('Send each question alone, without the ones before it and their answers')}
      isOn={frame.isWithoutEarlier}
      disabled={frame.readOnly !== undefined}
      onChange={(isOn) => post({ type: 'withoutEarlier', isOn })}
    />
  );
}
