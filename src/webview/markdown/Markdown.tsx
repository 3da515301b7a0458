import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { memo } from '../shared/memo.tsx';
import type { BlockGroup, LiveBlocks } from './parse/liveBlocks.ts';
import type { Block } from './parse/markdownBlocks.ts';
import { renderBlock } from './renderBlock.tsx';

let Reader: typeof LiveBlocks | undefined;

/** Calls `draw` once texts can be read. What reads them is run then, since it takes longer than the rest of the page's script. */
export function whenReadable(draw: () => void): void {
  if (Reader) {
    draw();
    return;
  }
  void import('./parse/liveBlocks.ts').then((module) => {
    Reader = module.LiveBlocks;
    draw();
  });
}

/** How long a page may read a text without a pause, in ms. All but the longest are read by then. */
const readingMs = 40;

interface MarkdownProps {
  text: string;
  isLive: boolean;
  /** Reports what is added after `text`, which stays the same, until the returned function is called. */
  follow?: ((listener: (added: string) => void) => () => void) | undefined;
  /** The text, or more of it, is on the page. */
  onShown?: (() => void) | undefined;
}

/** A model's text, once it is readable. It is hostile (SECURITY.md): tokens become nodes, and nothing here sets HTML. */
export function Markdown({ text, isLive, follow, onShown }: MarkdownProps) {
  const kept = useRef<LiveBlocks | null>(null);
  kept.current ??= new (Reader as typeof LiveBlocks)();
  const blocks = kept.current;
  const redraw = useRedraw();
  const end = performance.now() + readingMs;
  const isRead = isLive || blocks.open(text, () => performance.now() < end);
  if (isLive) blocks.update(text, true);
  useLayoutEffect(() => {
    if (isRead) return;
    const frame = requestAnimationFrame(redraw);
    return () => cancelAnimationFrame(frame);
  });
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
    <div class="markdown" aria-busy={isRead ? undefined : true}>
      {blocks.groups.map((group, index) => (
        <Group key={index} group={group} blocks={group.blocks} onShown={onShown} />
      ))}
    </div>
  );
}

interface GroupProps {
  group: BlockGroup;
  /** The group's blocks, so that `memo` sees when they change. */
  blocks: readonly Block[];
  onShown: MarkdownProps['onShown'];
}

// It draws its additions by itself and is an element of its own: text added at the end makes the page compare, lay out
// and paint only the last group.
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

// A finished block stays the same object, so nothing below this point is even compared.
const StillBlock = memo<{ block: Block }>(({ block }) => renderBlock(block));

function useRedraw(): () => void {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  return redraw;
}
