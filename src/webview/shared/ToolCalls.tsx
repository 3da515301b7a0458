import type { PageCall } from '../../protocol/messages.ts';
import { Icon } from './controls.tsx';
import { t } from './l10n.ts';

/** Shows the tool calls of an answer or an earlier turn as the model wrote them. */
export function ToolCalls({ calls = [] }: { calls: readonly PageCall[] | undefined }) {
  if (calls.length === 0) return null;
  return (
    <ul class="tool-calls" aria-label={t('Tool calls')}>
      {calls.map(({ name, arguments: args }, at) => (
        <li key={at}>
          <p class="row tight">
            <Icon name="tools" />
            <code>{name}</code>
          </p>
          <pre dir="ltr">{args}</pre>
        </li>
      ))}
    </ul>
  );
}
