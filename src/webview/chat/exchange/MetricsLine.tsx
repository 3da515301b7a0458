import { useId, useState } from 'preact/hooks';
import type { PageAnswer, PageExchange } from '../../../protocol/chat.ts';
import { Icon } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import { figuresText } from './figuresText.ts';
import { RequestDetails } from './RequestDetails.tsx';

interface FiguresProps {
  turn: PageAnswer;
  exchange: PageExchange | undefined;
}

/** Shows the metrics under an answer, on a line that is, as a whole, the button for the request details. */
export function MetricsLine({ turn, exchange }: FiguresProps) {
  const post = usePost();
  // The host sends a new object for each request, so asking again opens the details again.
  const [closed, setClosed] = useState<PageExchange | undefined>(undefined);
  const isOpen = exchange !== undefined && exchange !== closed;
  const toggle = () => {
    if (isOpen) setClosed(exchange);
    else post({ type: 'showExchange', turn: turn.id });
  };
  const id = useId();
  return (
    <>
      <div class="row tight figures hint">
        {/* The button's name is fixed; the metrics, which differ for each answer, describe it. */}
        <button
          type="button"
          aria-label={t('Show Request Details')}
          aria-describedby={id}
          aria-expanded={isOpen}
          title={t('Show Request Details')}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </button>
        <span id={id}>{figuresText(turn) || t('Request details')}</span>
      </div>
      {isOpen && <RequestDetails turn={turn} exchange={exchange} />}
    </>
  );
}
