import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { memo } from '../shared/memo.tsx';
import { LiveBlocks } from './liveBlocks.ts';
import type { Block } from './markdownBlocks.ts';
import { renderBlock } from './renderBlock.tsx';

interface MarkdownProps {
  text: string;
  isLive: boolean;
  /** Tells what comes behind `text` while that stays the same, until the function that it returns is called. */
  follow?: ((listener: (added: string) => void) => () => void) | undefined;
  /** The text, or more of it, stands in the page. */
  onShown?: () => void;
}

/** A model's text. It is hostile (SECURITY.md): tokens become nodes, and nothing here sets HTML. */
export function Markdown({ text, isLive, follow, onShown }: MarkdownProps) {
  const kept = useRef<LiveBlocks | null>(null);
  kept.current ??= new LiveBlocks();
  const blocks = kept.current;
  blocks.update(text, isLive);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(
    () =>
      follow?.((added) => {
        blocks.append(added);
        redraw(undefined);
      }),
    [blocks, follow],
  );
  useLayoutEffect(() => onShown?.());
  return (
    <div class="markdown">
      {blocks.groups.map((groups, index) => (
        <LargeGroup key={index} groups={groups} />
      ))}
    </div>
  );
}

const LargeGroup = memo<{ groups: readonly (readonly Block[])[] }>(({ groups }) => (
  <>
    {groups.map((members, index) => (
      <SmallGroup key={index} blocks={members} />
    ))}
  </>
));

// An element of its own, so that what is added at the end has the page lay out and paint no more than the last one.
const SmallGroup = memo<{ blocks: readonly Block[] }>(({ blocks }) => (
  <div class="blocks">
    {/* Half of the blocks are blank lines. */}
    {blocks.map((block, index) =>
      block.token.type === 'space' ? null : <StillBlock key={index} block={block} />,
    )}
  </div>
));

// A finished block is the same object for good, so that nothing below this point is even compared.
const StillBlock = memo<{ block: Block }>(({ block }) => renderBlock(block));
