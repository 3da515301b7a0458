import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageAttachment } from '../../../protocol/chat.ts';
import { Icon, IconButton } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import { chipLabel } from '../chatModel.ts';

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

/** Shows an attachment's name and size. The name has its own text direction, and shrinks if there is no room. */
function ChipFace({ attachment, pictureSide }: { attachment: PageAttachment; pictureSide: number }) {
  const { image, name, lines, size } = attachment;
  return (
    <>
      {image === undefined ? <Icon name="file" /> : <Picture url={image} label={name} side={pictureSide} />}
      <bdi class="clip">{name}</bdi>
      {lines !== '' && <span>{lines}</span>}
      <span class="hint">{size}</span>
    </>
  );
}

/**
 * Shows a picture that the user attached, by its `data:` URL in base64, in a square of `side` CSS pixels. It is decoded here and drawn on
 * a canvas, so that the page's policy can forbid all images, and nothing in an answer can load one.
 */
function Picture({ url, label, side }: { url: string; label: string; side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    setBroken(false);
    decode(url).then(
      (bitmap) => {
        if (canvas.current !== null) draw(bitmap, canvas.current, side);
        bitmap.close();
      },
      () => setBroken(true),
    );
  }, [url, side]);
  // The chip still shows its name; the file was sent unchanged.
  if (isBroken) return <Icon name="file-media" />;
  return <canvas class="picture" ref={canvas} role="img" aria-label={label} width={0} height={0} />;
}

/** Decodes without `fetch`, which the policy blocks. */
function decode(url: string): Promise<ImageBitmap> {
  const [head = '', data = ''] = url.split(',', 2);
  const type = /^data:(image\/[a-z]+);base64$/.exec(head)?.[1] ?? '';
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type }));
}

function draw(bitmap: ImageBitmap, canvas: HTMLCanvasElement, side: number): void {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((one) => Math.max(1, Math.round(one * scale)));
  const density = Math.max(1, window.devicePixelRatio);
  canvas.width = Math.min(bitmap.width, Math.round((width ?? 1) * density));
  canvas.height = Math.min(bitmap.height, Math.round((height ?? 1) * density));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}
