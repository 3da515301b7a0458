import type { PageQueued } from '../../../protocol/chat.ts';
import { Button, Icon } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { textDirection } from '../../shared/textDirection.ts';
import { SentChips } from '../attachments/SentChips.tsx';

/** The message that waits for the streaming answer. */
export function Queued({ queued, onEdit }: { queued: PageQueued; onEdit: () => void }) {
  return (
    <fieldset class="queued" aria-label={t('Waiting message')}>
      <div class="row queued-head">
        <span class="row tight muted">
          <Icon name="watch" />
          {t('Sent when the answer is complete')}
        </span>
        <Button icon="edit" onClick={onEdit}>
          {t('Edit')}
        </Button>
      </div>
      {queued.text !== '' && (
        <p class="own-text" dir={textDirection(queued.text)}>
          {queued.text}
        </p>
      )}
      {queued.attachments.length > 0 && <SentChips attachments={queued.attachments} />}
    </fieldset>
  );
}
