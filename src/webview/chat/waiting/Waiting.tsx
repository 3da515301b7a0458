import { Icon } from '../../shared/Button.tsx';
import { useSilence } from './useSilence.ts';
import { longSilenceText, waitingText } from './waitingText.ts';

/** What the streaming answer waits for, with its seconds. Not announced: nobody wants to hear each second. */
export function Waiting() {
  const text = useSilence(waitingText);
  if (text === undefined) return null;
  return (
    <p class="row waiting muted">
      <Icon name="loading codicon-modifier-spin" />
      <span>{text}</span>
    </p>
  );
}

/** For screen readers, inside a live region: that it takes long. */
export function SpokenWaiting() {
  return <p class="visually-hidden">{useSilence(longSilenceText) ?? ''}</p>;
}
