import type { ComponentChildren } from 'preact';
import { Icon } from '../shared/Button.tsx';
import { readLink } from '../shared/links.ts';
import { usePost } from '../shared/post.ts';
import { TextLink } from '../shared/TextLink.tsx';
import { decodeEntities } from './parse/entities.ts';

/** A link that the host opens after asking; an address that must not be opened leaves only the text. */
export function Link({ address, children }: { address: string; children: ComponentChildren }) {
  const post = usePost();
  const href = readLink(decodeEntities(address));
  if (href === undefined) return <>{children}</>;
  return (
    <TextLink title={href} onOpen={() => post({ type: 'openLink', href })}>
      {children}
    </TextLink>
  );
}

/** Stands in for a picture, which is never loaded: its description and address. */
export function ImageLabel({ alt, address }: { alt: string; address: string }) {
  return (
    <span class="image-label">
      <Icon name="file-media" />
      {alt !== '' && <span class="image-alt">{decodeEntities(alt)} </span>}
      <Link address={address}>{decodeEntities(address)}</Link>
    </span>
  );
}
