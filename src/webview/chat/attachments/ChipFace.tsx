import type { PageAttachment } from '../../../protocol/chat.ts';
import { Icon } from '../../shared/Button.tsx';
import { Picture } from './Picture.tsx';

/** Shows an attachment's name and size. The name has its own text direction, and shrinks if there is no room. */
export function ChipFace({ attachment, pictureSide }: { attachment: PageAttachment; pictureSide: number }) {
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
