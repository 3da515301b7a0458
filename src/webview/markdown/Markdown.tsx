import { useRef } from 'preact/hooks';
import { memo } from '../shared/memo.tsx';
import { BlockView } from './BlockView.tsx';
import { type Block, MarkdownBlocks } from './markdownBlocks.ts';
import { withholdEmoji } from './withholdEmoji.ts';

/** Blocks that are compared as one: so a long answer costs a look at each group, not at each block. */
const GROUP = 32;

/** A model's text. It is hostile (SECURITY.md): tokens become nodes, and nothing here sets HTML. */
export function Markdown({ text, isLive }: { text: string; isLive: boolean }) {
  const blocks = useRef<MarkdownBlocks | null>(null);
  const groups = useRef<readonly (readonly Block[])[]>([]);
  blocks.current ??= new MarkdownBlocks();
  groups.current = group(blocks.current.update(isLive ? withholdEmoji(text) : text, isLive), groups.current);
  return (
    <div class="markdown">
      {groups.current.map((members, index) => (
        <MemoGroup key={index} blocks={members} />
      ))}
    </div>
  );
}

/** The blocks in groups; a group whose blocks are all the same as before is the same object. */
function group(
  blocks: readonly Block[],
  before: readonly (readonly Block[])[],
): readonly (readonly Block[])[] {
  return Array.from({ length: Math.ceil(blocks.length / GROUP) }, (_, index) => {
    const members = blocks.slice(index * GROUP, (index + 1) * GROUP);
    const old = before[index];
    const isSame = old?.length === members.length && members.every((block, at) => block === old[at]);
    return isSame ? old : members;
  });
}

const MemoGroup = memo<{ blocks: readonly Block[] }>(({ blocks }) => (
  <>
    {blocks.map((block, index) => (
      <MemoBlock key={index} block={block} />
    ))}
  </>
));

// A finished block is the same object for good, so that nothing below this point is even compared.
const MemoBlock = memo<{ block: Block }>(({ block }) => (
  <BlockView token={block.token} isFinal={block.isFinal} isCut={block.isCut} />
));
