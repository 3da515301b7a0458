import type { RunPageDetail } from '../../../protocol/run.ts';
import { t } from '../../shared/l10n.ts';
import { ToolCalls } from '../../shared/ToolCalls.tsx';
import { LongText } from './LongText.tsx';

/** Shows what was asked, and what was expected. */
export function Asked({
  detail: { label, line, messages, tools, expected, reference },
}: {
  detail: RunPageDetail;
}) {
  const texts = [
    ...messages.map(({ role, text, calls }) => [nameOf(role), text, calls] as const),
    ...(tools === undefined ? [] : [[t('Tools offered'), tools] as const]),
    ...(expected === undefined ? [] : [[t('Expected'), expected] as const]),
    ...(reference === undefined ? [] : [[t('Reference'), reference] as const]),
  ];
  return (
    <dl class="asked named">
      {texts.map(([name, text, calls], at) => (
        <div key={at}>
          <dt class="muted">{name}</dt>
          <dd>
            {(text !== '' || !calls) && <LongText text={text} />}
            <ToolCalls calls={calls} />
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
    case 'tool':
      return t('Tool result');
    default:
      return role;
  }
}
