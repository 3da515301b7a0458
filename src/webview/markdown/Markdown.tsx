import { useRef } from 'preact/hooks';
import { memo } from '../shared/memo.tsx';
import { BlockView } from './BlockView.tsx';
import { type Block, MarkdownBlocks } from './markdownBlocks.ts';

/** A model's text. It is hostile (SECURITY.md): tokens become nodes, and nothing here sets HTML. */
export function Markdown({ text, isLive }: { text: string; isLive: boolean }) {
  const blocks = useRef<MarkdownBlocks | null>(null);
  blocks.current ??= new MarkdownBlocks();
  return (
    <div class="markdown">
      {blocks.current.update(text, isLive).map((block, index) => (
        <MemoBlock key={index} block={block} />
      ))}
    </div>
  );
}

// A finished block is the same object for good, so that nothing below this point is even compared.
const MemoBlock = memo<{ block: Block }>(({ block }) => (
  <BlockView token={block.token} isFinal={block.isFinal} />
));
