import type { ComponentChildren } from 'preact';

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
