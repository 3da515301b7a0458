import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { PageAttachment } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import { ChipFace } from './ChipFace.tsx';
import { chipLabel } from './chipLabel.ts';

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

interface DraftChipsProps {
  attachments: readonly PageAttachment[];
  /** Gets the focus when the last chip is removed. */
  composer: RefObject<HTMLTextAreaElement | null>;
}

/** Shows the attachments of the next message. */
export function DraftChips({ attachments, composer }: DraftChipsProps) {
  const post = usePost();
  const list = useRef<HTMLUListElement>(null);
  const remove = (id: string, index: number) => {
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[index + 1] ?? buttons[index - 1] ?? composer.current)?.focus();
    post({ type: 'detach', attachment: id });
  };
  return (
    <ul class="chips draft-chips" aria-label={t('Attachments')} ref={list}>
      {attachments.map((attachment, index) => (
        <li key={attachment.id} class="chip" title={attachment.description}>
          <ChipFace attachment={attachment} pictureSide={32} />
          <IconButton
            label={t('Remove {0}', chipLabel(attachment))}
            icon="close"
            onClick={() => remove(attachment.id, index)}
            onKeyDown={(event) => {
              if (event.key === 'Delete' || event.key === 'Backspace') remove(attachment.id, index);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
