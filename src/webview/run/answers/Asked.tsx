import type { PageCall } from '../../../protocol/messages.ts';
import type { RunPageDetail } from '../../../protocol/run.ts';
import { t } from '../../shared/l10n.ts';
import { ToolCalls } from '../../shared/ToolCalls.tsx';
import { LongText } from './LongText.tsx';

/** Shows what was asked, and what was expected. */
export function Asked({ detail }: { detail: RunPageDetail }) {
  const { label, line, messages, tools, expected, reference, tags } = detail;
  const texts: (readonly [name: string, text: string | undefined, calls?: PageCall[] | undefined])[] = [
    ...messages.map(({ role, text, calls }) => [nameOf(role), text, calls] as const),
    [t('Tools offered'), tools],
    [t('Expected'), expected],
    [t('Reference'), reference],
    [t('Tags'), tags],
  ];
  return (
    <dl class="asked named">
      {texts.map(
        ([name, text, calls], at) =>
          text !== undefined && (
            <div key={at}>
              <dt class="muted">{name}</dt>
              <dd>
                {(text !== '' || !calls) && <LongText text={text} />}
                <ToolCalls calls={calls} />
              </dd>
            </div>
          ),
      )}
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
