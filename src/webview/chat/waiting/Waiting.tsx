import { Icon } from '../../shared/controls.tsx';
import { useSilence } from './useSilence.ts';
import { longSilenceText, waitingText } from './waitingText.ts';

/** Shows what the streaming answer is waiting for, in seconds. Not announced, since nobody wants to hear each second. */
export function Waiting({ turn }: { turn: string }) {
  const text = useSilence(waitingText, turn);
  return text === undefined ? null : <WaitingLine icon="loading codicon-modifier-spin" text={text} />;
}

/** A line in place of an answer that hasn't begun. */
export function WaitingLine({ icon, text }: { icon: string; text: string }) {
  return (
    <p class="row waiting muted">
      <Icon name={icon} />
      <span>{text}</span>
    </p>
  );
}

/** Tells screen readers that an answer takes long. Call inside a live region. */
export function SpokenWaiting() {
  return <p class="visually-hidden">{useSilence(longSilenceText) ?? ''}</p>;
}
