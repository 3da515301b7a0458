import {
  type AttachmentKind,
  maxAttachmentBytes,
  maxFileBytes,
  maxPictureBytes,
} from '../../../core/attachments/attachmentContent.ts';
import { type AttachmentTray, maxAttachments } from '../../../core/attachments/attachmentTray.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { plural, t } from '../../shared/text/t.ts';
import { sizeText } from '../../shared/text/unitText.ts';

/** Why something was not attached; `bytes` is its size. */
export type AttachmentRefusal = { name: string } & (
  | { why: 'tooLarge'; bytes: number; of: AttachmentKind | 'file' }
  | { why: 'animated' | 'unscalable'; bytes: number }
  | { why: 'binary' | 'empty' | 'folder' | 'place' | 'tooMany' | 'tooMuch' | 'unreadable' }
);

/** Max number of refusals that are named individually. */
const maxNamed = 3;

/** Returns the message about the refusals; `tray` has what is attached already. */
export function refusalText(
  refusals: readonly AttachmentRefusal[],
  tray: Pick<AttachmentTray, 'bytes'>,
): string {
  const named = refusals.slice(0, maxNamed).map((one) => reasonText(one, tray));
  const more = refusals.length - named.length;
  if (more > 0)
    named.push(plural(more, '1 more is not attached either.', '{0} more are not attached either.'));
  return named.join(' ');
}

function reasonText(refusal: AttachmentRefusal, tray: Pick<AttachmentTray, 'bytes'>): string {
  const name = cleanText(refusal.name, 80);
  switch (refusal.why) {
    case 'tooLarge':
      return tooLargeText(name, refusal, tray);
    case 'animated':
      return t(
        "“{0}” ({1}) is not attached: an animated picture of more than {2} can't be scaled down.",
        name,
        sizeText(refusal.bytes),
        sizeText(maxPictureBytes),
      );
    case 'unscalable':
      return t(
        "“{0}” ({1}) is not attached: it can't be read as a picture, to scale it down to {2}.",
        name,
        sizeText(refusal.bytes),
        sizeText(maxPictureBytes),
      );
    case 'tooMany':
      return t('“{0}” is not attached: a message can have at most {1} attachments.', name, maxAttachments);
    case 'tooMuch':
      return t('“{0}” is not attached: this is too much at once.', name);
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

function tooLargeText(
  name: string,
  { bytes, of }: Extract<AttachmentRefusal, { why: 'tooLarge' }>,
  tray: Pick<AttachmentTray, 'bytes'>,
): string {
  const size = sizeText(bytes);
  if (of === 'file')
    return t('“{0}” ({1}) is not attached: a file can have at most {2}.', name, size, sizeText(maxFileBytes));
  const [limit, taken] = [sizeText(maxAttachmentBytes[of]), tray.bytes(of)];
  if (of === 'pictures')
    return t(
      '“{0}” ({1}) is not attached: a message can have at most {2} of pictures, and already has {3}. Remove one first.',
      name,
      size,
      limit,
      sizeText(taken),
    );
  return taken === 0
    ? t(
        '“{0}” ({1}) is not attached: a message can have at most {2} of attached text. Select the part that matters, then Add Selection to Chat….',
        name,
        size,
        limit,
      )
    : t(
        '“{0}” ({1}) is not attached: a message can have at most {2} of attached text, and already has {3}. Remove some, or select the part that matters, then Add Selection to Chat….',
        name,
        size,
        limit,
        sizeText(taken),
      );
}
