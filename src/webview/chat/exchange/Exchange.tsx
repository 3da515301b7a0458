import type { PageAnswer, PageExchange } from '../../../protocol/chat.ts';
import { CopyButton } from '../../shared/CopyButton.tsx';
import { t } from '../../shared/l10n.ts';
import { Notice } from '../../shared/Notice.tsx';
import { usePost } from '../../shared/post.ts';
import { exchangeFacts } from './exchangeFacts.ts';

interface ExchangeProps {
  turn: PageAnswer;
  exchange: PageExchange;
}

/** Longer requests are cut: they would slow the page, and "Copy request" gives all of it. */
const mostCharacters = 100_000;

/** What was asked and how it went, in full. */
export function Exchange({ turn, exchange }: ExchangeProps) {
  const post = usePost();
  const { request, remark } = exchange;
  const isCut = request !== undefined && request.length > mostCharacters;
  return (
    <section class="exchange" aria-label={t('Request Details')}>
      <dl>
        {exchangeFacts(turn, exchange).map(({ label, value }) => (
          <div key={label}>
            <dt class="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {remark !== undefined && (
        <Notice class="muted" icon="info">
          {remark}
        </Notice>
      )}
      {request !== undefined && (
        <>
          <div class="row exchange-head muted">
            <span>{t('Request')}</span>
            <CopyButton
              label={t('Copy request')}
              onCopy={() => post({ type: 'copyExchange', turn: turn.id })}
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard */}
          <section class="exchange-request" aria-label={t('Request')} tabIndex={0}>
            <pre>{isCut ? request.slice(0, mostCharacters) : request}</pre>
          </section>
          {isCut && <p class="field-hint">{t('Shortened here. “Copy request” copies all of it.')}</p>}
        </>
      )}
    </section>
  );
}
