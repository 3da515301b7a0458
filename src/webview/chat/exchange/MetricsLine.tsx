import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageAnswer, PageExchange } from '../../../protocol/chat.ts';
import { Icon } from '../../shared/Button.tsx';
import { CopyButton } from '../../shared/CopyButton.tsx';
import { formatNumber, t } from '../../shared/l10n.ts';
import { Notice } from '../../shared/Notice.tsx';
import { usePost } from '../../shared/post.ts';
import { showWhole } from '../focus/turns.ts';
import { figuresText, formatRate, formatSeconds } from './figuresText.ts';

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

interface ExchangeProps {
  turn: PageAnswer;
  exchange: PageExchange;
}

/** Max number of characters shown of a request: a longer one would slow the page, and "Copy Request" copies all of it. */
const maxCharacters = 100_000;

/** Shows the request behind an answer and how it went, in full. */
export function RequestDetails({ turn, exchange }: ExchangeProps) {
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
        {exchangeFacts(turn, exchange).map(({ label, value }) => (
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

interface Fact {
  label: string;
  value: string;
}

/** Returns everything that is known about an exchange, in the order shown. Unknown facts are left out, estimates marked "≈". */
function exchangeFacts(
  { name, figures, finishReason }: Pick<PageAnswer, 'name' | 'figures' | 'finishReason'>,
  { connection, deployment, status, requestId, way, omitted }: PageExchange,
): Fact[] {
  const about = figures?.isEstimated ? '≈ ' : '';
  const facts: Fact[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value) facts.push({ label, value });
  };
  const count = (value: number | undefined, mark = '') => value?.toString() && mark + formatNumber(value);
  const seconds = (ms: number | undefined) => ms?.toString() && formatSeconds(ms);
  const ttft = seconds(figures?.ttftMs);
  const speed = figures?.tokensPerSecond;
  add(t('Model'), `${name} · ${connection}`);
  add(t('Deployment'), deployment);
  add(t('Status'), status?.toString());
  add(t('Request ID'), requestId);
  add(t('Sent'), way);
  add(t('Left out'), omitted.join(', '));
  add(t('First token'), ttft && (figures?.isFirstRequest ? t('{0} (first request)', ttft) : ttft));
  add(t('Speed'), speed?.toString() && about + formatRate(speed));
  add(t('Prompt tokens'), count(figures?.promptTokens));
  add(t('Completion tokens'), count(figures?.completionTokens, about));
  add(t('Duration'), seconds(figures?.durationMs));
  add(t('Ended'), finishReason);
  add(t('Measured'), figures?.isTogether ? t('while other answers were streaming') : undefined);
  return facts;
}
