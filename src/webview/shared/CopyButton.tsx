import { useLayoutEffect, useState } from 'preact/hooks';
import { IconButton } from './Button.tsx';

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
