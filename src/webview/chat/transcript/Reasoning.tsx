import { useState } from 'preact/hooks';
import type { PageAnswer } from '../../../protocol/chat.ts';
import { withholdEmoji } from '../../markdown/parse/withholdEmoji.ts';
import { Icon } from '../../shared/Button.tsx';
import { textDirection } from '../../shared/textDirection.ts';
import { reasoningText } from '../exchange/figuresText.ts';

interface ReasoningProps {
  turn: PageAnswer;
  isLive: boolean;
}

/** Folded at first. Plain text, built only while open: it is often longer than the answer. */
export function Reasoning({ turn, isLive }: ReasoningProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="reasoning" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="muted">
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span>{reasoningText(turn.reasoningMs, isLive)}</span>
        {isLive && <Icon name="loading codicon-modifier-spin" />}
      </summary>
      {isOpen && (
        <p class="reasoning-text muted" dir={textDirection(turn.reasoning)}>
          {isLive ? withholdEmoji(turn.reasoning) : turn.reasoning}
        </p>
      )}
    </details>
  );
}
