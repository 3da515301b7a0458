import { useId } from 'preact/hooks';

interface CheckBoxProps {
  label: string;
  title: string;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
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
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
