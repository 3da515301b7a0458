import type { PageAttachment } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import { ChipFace } from './ChipFace.tsx';

/** Shows the attachments of a message. A file opens as a document, just as it was sent. */
export function SentChips({ attachments }: { attachments: readonly PageAttachment[] }) {
  const post = usePost();
  return (
    <ul class="chips" aria-label={t('Attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          {attachment.image === undefined ? (
            <button
              type="button"
              class="chip"
              title={t('Show {0} as it was sent', attachment.description)}
              onClick={() => post({ type: 'openAttachment', attachment: attachment.id })}
            >
              <ChipFace attachment={attachment} pictureSide={0} />
            </button>
          ) : (
            <span class="chip picture-chip" title={attachment.description}>
              <ChipFace attachment={attachment} pictureSide={160} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
