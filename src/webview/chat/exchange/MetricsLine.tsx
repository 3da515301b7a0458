import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageAnswer, PageExchange } from '../../../protocol/chat.ts';
import { CopyButton, Icon, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { HostContext, usePost } from '../../shared/post.ts';
import { useChatEvent } from '../chatEvents.ts';
import { showWhole } from '../focus/turns.ts';

/** Shows the metrics under an answer, on a line that is, as a whole, the button for the request details. */
export function MetricsLine({ turn }: { turn: PageAnswer }) {
  const { request } = useContext(HostContext);
  const [exchange, setExchange] = useState<PageExchange | undefined>(undefined);
  const isOpen = exchange !== undefined;
  const open = async () => setExchange(await request({ type: 'showExchange', turn: turn.id }));
  useChatEvent('showExchange', (asked) => {
    if (asked.turn === turn.id) void open();
  });
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
          onClick={() => (isOpen ? setExchange(undefined) : void open())}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </button>
        <span id={id}>{turn.figures || t('Request details')}</span>
      </div>
      {isOpen && <RequestDetails turn={turn} exchange={exchange} />}
    </>
  );
}

/** Max number of characters shown of a request: a longer one would slow the page, and "Copy Request" copies all of it. */
const maxCharacters = 100_000;

/** Shows the request behind an answer and how it went, in full. */
function RequestDetails({ turn, exchange }: { turn: PageAnswer; exchange: PageExchange }) {
  const post = usePost();
  const section = useRef<HTMLElement>(null);
  // The user has asked for these details, perhaps at the lower end of the visible part.
  useLayoutEffect(() => {
    section.current?.dispatchEvent(new Event('unfold'));
    if (section.current) showWhole(section.current);
  }, [exchange]);
  const { request, remark } = exchange;
  const isCut = request !== undefined && request.length > maxCharacters;
  return (
    <section class="exchange" aria-label={t('Request Details')} ref={section}>
      <dl>
        {exchange.facts.map(({ label, value }) => (
          <div key={label}>
            <dt class="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Notice class="muted" icon="info" text={remark} />
      {request !== undefined && (
        <>
          <div class="row exchange-head muted">
            <span>{t('Request')}</span>
            <CopyButton
              label={t('Copy Request')}
              onCopy={() => post({ type: 'copyExchange', turn: turn.id })}
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard */}
          <section class="exchange-request" aria-label={t('Request')} tabIndex={0}>
            <pre>{isCut ? request.slice(0, maxCharacters) : request}</pre>
          </section>
          {isCut && <p class="field-hint">{t('Shortened here. “Copy request” copies all of it.')}</p>}
        </>
      )}
    </section>
  );
}
