import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatToHost } from '../../protocol/chatToHost.ts';
import { cutToFit } from './middleCut.ts';
import { usePost } from './post.ts';

interface NativeProps extends Omit<ButtonHTMLAttributes, 'type' | 'icon'> {
  /** What a click says to the host, as it was when the button was drawn. Only for the chat page: other pages have another host. */
  sends?: ChatToHost;
}

function useSending(message: ChatToHost | undefined) {
  const post = usePost();
  return message && { onClick: () => post(message) };
}

interface ButtonProps extends NativeProps {
  children: ComponentChildren;
  kind?: 'primary';
  icon?: string;
}

/** A button with a visible label. */
export function Button({ children, kind, icon, sends, ...rest }: ButtonProps) {
  return (
    <button type="button" class={kind ? `button ${kind}` : 'button'} {...useSending(sends)} {...rest}>
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
export function IconButton({ label, icon, sends, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      {...useSending(sends)}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Icon({ name }: { name: string }) {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}

const shownMs = 1500;

/** A button whose icon becomes a check mark for a moment. Its label stays, so that screen readers keep their place. */
export function CopyButton({ label, onCopy }: { label: string; onCopy: () => void }) {
  const [isCopied, setCopied] = useState(false);
  // A layout effect, since `useEffect` would cost a frame for every new code block.
  useLayoutEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    onCopy();
    setCopied(true);
  };
  return <IconButton label={label} icon={isCopied ? 'check' : 'copy'} onClick={copy} />;
}

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

interface TextLinkProps {
  children: ComponentChildren;
  title?: string;
  onOpen: () => void;
}

/**
 * A link that the host opens. Without an `href`, the browser has nothing to follow: no middle click, drag or prefetch leaves the
 * page, and VS Code's own click handler for links ignores it.
 */
export function TextLink({ children, title, onOpen }: TextLinkProps) {
  return (
    <a
      class="link"
      role="link"
      tabIndex={0}
      title={title}
      // biome-ignore lint/a11y/useValidAnchor: see above
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen();
      }}
    >
      {children}
    </a>
  );
}

/** Shows a name on one line. If there is no room, its middle is cut, since revisions and sizes are at the end. */
export function ModelName({ name }: { name: string }) {
  const [cut, setCut] = useState<string | undefined>(undefined);
  const whole = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = whole;
    if (current === null) return;
    // Called before the next paint, too, when the layout is known anyway.
    const observer = new ResizeObserver(() => setCut(cutToFit(current)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [name]);
  return (
    <bdi class={cut === undefined ? 'name' : 'name cut'} dir="auto">
      <span ref={whole}>{name}</span>
      {cut !== undefined && <span aria-hidden="true">{cut}</span>}
    </bdi>
  );
}
