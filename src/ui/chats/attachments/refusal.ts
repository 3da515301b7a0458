import { maxAttachmentBytes } from '../../../core/attachments/attachmentSize.ts';
import { mostAttachments } from '../../../core/attachments/attachmentTray.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { t } from '../../shared/text/t.ts';
import { sizeText } from './pageAttachment.ts';

/** Why something was not attached; `bytes` is its size. */
export type Refusal = { name: string } & (
  | { why: 'tooLarge'; bytes: number }
  | { why: 'binary' | 'empty' | 'folder' | 'place' | 'tooMany' | 'unreadable' }
);

/** At most this many are named individually. */
const mostNamed = 3;

/** Message about the refusals; `taken` is the number of bytes already attached. */
export function refusalText(refusals: readonly Refusal[], taken: number): string {
  const named = refusals.slice(0, mostNamed).map((one) => reasonText(one, taken));
  const more = refusals.length - named.length;
  if (more === 1) named.push(t('1 more is not attached either.'));
  if (more > 1) named.push(t('{0} more are not attached either.', more));
  return named.join(' ');
}

function reasonText(refusal: Refusal, taken: number): string {
  const name = cleanText(refusal.name, 80);
  switch (refusal.why) {
    case 'tooLarge':
      return tooLargeText(name, refusal.bytes, taken);
    case 'tooMany':
      return t('“{0}” is not attached: a message can have at most {1} attachments.', name, mostAttachments);
    case 'binary':
      return t('“{0}” is not attached: it is neither text nor a picture in PNG, JPEG, WebP or GIF.', name);
    case 'empty':
      return t('“{0}” is not attached: it is empty.', name);
    case 'folder':
      return t('“{0}” is not attached: it is a folder. Attach the files in it.', name);
    case 'place':
      return t(
        '“{0}” is not attached: only files of this machine or of the workspace can be dropped here.',
        name,
      );
    case 'unreadable':
      return t("“{0}” is not attached: it can't be read.", name);
  }
}

function tooLargeText(name: string, bytes: number, taken: number): string {
  const [size, limit] = [sizeText(bytes), sizeText(maxAttachmentBytes)];
  return taken === 0
    ? t(
        '“{0}” ({1}) is not attached: a message can have {2} of attachments in total. Select the part that matters, then Add Selection to Hosted Models Chat.',
        name,
        size,
        limit,
      )
    : t(
        '“{0}” ({1}) is not attached: a message can have {2} of attachments in total, and already has {3}. Remove some, or select the part that matters, then Add Selection to Hosted Models Chat.',
        name,
        size,
        limit,
        sizeText(taken),
      );
}
