interface ProgressBarProps {
  label: string;
  value: number;
  of: number;
  /** What a screen reader says in place of the number. */
  text: string;
}

export function ProgressBar({ label, value, of, text }: ProgressBarProps) {
  return (
    <div
      class="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <span style={{ width: `${of === 0 ? 0 : (100 * value) / of}%` }} />
    </div>
  );
}
