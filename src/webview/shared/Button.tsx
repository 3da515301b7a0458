import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

type NativeProps = Omit<ButtonHTMLAttributes, 'type' | 'icon'>;

interface ButtonProps extends NativeProps {
  children: ComponentChildren;
  kind?: 'primary';
  icon?: string;
}

/** A button with a visible label. */
export function Button({ children, kind, icon, ...rest }: ButtonProps) {
  return (
    <button type="button" class={kind ? `button ${kind}` : 'button'} {...rest}>
      {icon && <Icon name={icon} />}
      <span class="clip">{children}</span>
    </button>
  );
}

interface IconButtonProps extends NativeProps {
  label: string;
  icon: string;
}

/** A button that is only an icon; its label is the tooltip and what screen readers say. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

export function Icon({ name }: { name: string }) {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}
