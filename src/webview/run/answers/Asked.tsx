import type { RunPageDetail } from '../../../protocol/run.ts';
import { t } from '../../shared/l10n.ts';
import { LongText } from './LongText.tsx';

/** Shows what was asked, and what was expected. */
export function Asked({ detail: { label, line, messages, expected, reference } }: { detail: RunPageDetail }) {
  const texts = [
    ...messages.map(({ role, text }) => [nameOf(role), text] as const),
    ...(expected === undefined ? [] : [[t('Expected'), expected] as const]),
    ...(reference === undefined ? [] : [[t('Reference'), reference] as const]),
  ];
  return (
    <dl class="asked named">
      {texts.map(([name, text], at) => (
        <div key={at}>
          <dt class="muted">{name}</dt>
          <dd>
            <LongText text={text} />
          </dd>
        </div>
      ))}
      <div>
        <dt class="muted">{t('ID')}</dt>
        <dd dir="auto">{t('{0} · line {1}', label, line)}</dd>
      </div>
    </dl>
  );
}

function nameOf(role: string): string {
  switch (role) {
    case 'user':
      return t('Prompt');
    case 'system':
      return t('System prompt');
    case 'assistant':
      return t('Earlier answer');
    default:
      return role;
  }
}
