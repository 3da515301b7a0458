import type { ComponentChildren } from 'preact';
import { Icon } from './Button.tsx';

interface NoticeProps {
  icon: string;
  children: ComponentChildren;
  class?: string;
  id?: string;
}

/** A sentence with its icon. */
export function Notice({ icon, children, class: further = '', id }: NoticeProps) {
  return (
    <p class={`notice ${further}`} id={id}>
      <Icon name={icon} />
      <span dir="auto">{children}</span>
    </p>
  );
}
