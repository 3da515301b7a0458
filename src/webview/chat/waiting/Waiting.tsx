import { Icon } from '../../shared/Button.tsx';
import { useSilence } from './useSilence.ts';
import { longSilenceText, waitingText } from './waitingText.ts';

/** What the streaming answer waits for, with its seconds. Not announced: nobody wants to hear each second. */
export function Waiting({ turn }: { turn: string }) {
  const text = useSilence(waitingText, turn);
  return text === undefined ? null : <WaitingLine icon="loading codicon-modifier-spin" text={text} />;
}

/** What is said in place of an answer that hasn't begun. */
export function WaitingLine({ icon, text }: { icon: string; text: string }) {
  return (
    <p class="row waiting muted">
      <Icon name={icon} />
      <span>{text}</span>
    </p>
  );
}

/** For screen readers, inside a live region: that it takes long. */
export function SpokenWaiting() {
  return <p class="visually-hidden">{useSilence(longSilenceText) ?? ''}</p>;
}
