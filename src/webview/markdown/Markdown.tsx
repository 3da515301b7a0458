import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { memo } from '../shared/memo.tsx';
import { type BlockGroup, LiveBlocks } from './parse/liveBlocks.ts';
import type { Block } from './parse/markdownBlocks.ts';
import { renderBlock } from './renderBlock.tsx';

interface MarkdownProps {
  text: string;
  isLive: boolean;
  /** Tells what comes behind `text` while that stays the same, until the function that it returns is called. */
  follow?: ((listener: (added: string) => void) => () => void) | undefined;
  /** The text, or more of it, stands in the page. */
  onShown?: (() => void) | undefined;
}

/** A model's text. It is hostile (SECURITY.md): tokens become nodes, and nothing here sets HTML. */
export function Markdown({ text, isLive, follow, onShown }: MarkdownProps) {
  const kept = useRef<LiveBlocks | null>(null);
  kept.current ??= new LiveBlocks();
  const blocks = kept.current;
  blocks.update(text, isLive);
  const redraw = useRedraw();
  useLayoutEffect(
    () =>
      follow?.((added) => {
        const before = blocks.groups;
        blocks.append(added);
        if (blocks.groups !== before) redraw();
      }),
    [blocks, follow],
  );
  return (
    <div class="markdown">
      {blocks.groups.map((group, index) => (
        <Group key={index} group={group} blocks={group.blocks} onShown={onShown} />
      ))}
    </div>
  );
}

interface GroupProps {
  group: BlockGroup;
  /** Those of the group, by which a new one of the whole text is told. */
  blocks: readonly Block[];
  onShown: MarkdownProps['onShown'];
}

// It draws what is added to it by itself, and is an element of its own: what comes at the end has the page compare, lay
// out and paint no more than the last one.
const Group = memo<GroupProps>(({ group, onShown }) => {
  const redraw = useRedraw();
  useLayoutEffect(() => group.onChange(redraw), [group]);
  useLayoutEffect(() => onShown?.());
  return (
    <div class="blocks">
      {/* Half of the blocks are blank lines. */}
      {group.blocks.map((block, index) =>
        block.token.type === 'space' ? null : <StillBlock key={index} block={block} />,
      )}
    </div>
  );
});

// A finished block is the same object for good, so that nothing below this point is even compared.
const StillBlock = memo<{ block: Block }>(({ block }) => renderBlock(block));

function useRedraw(): () => void {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  return redraw;
}
