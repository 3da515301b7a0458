import type { ComponentChildren } from 'preact';
import { Icon } from './Button.tsx';

interface NoticeProps {
  icon: string;
  text: ComponentChildren;
  class?: string;
  id?: string;
}

/** A sentence with its icon; nothing if there is no sentence. */
export function Notice({ icon, text, class: further = '', id }: NoticeProps) {
  if (text === undefined) return null;
  return (
    <p class={`notice ${further}`} id={id}>
      <Icon name={icon} />
      <span dir="auto">{text}</span>
    </p>
  );
}
