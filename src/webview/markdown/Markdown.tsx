import { useRef } from 'preact/hooks';
import { memo } from '../shared/memo.tsx';
import { BlockView } from './BlockView.tsx';
import { type Block, MarkdownBlocks } from './markdownBlocks.ts';
import { withholdEmoji } from './withholdEmoji.ts';

type Groups<T> = readonly (readonly T[])[];

/** Members that are compared as one. Two levels of groups: a piece of a long answer costs a look at few of them. */
const GROUP = 16;

/** A model's text. It is hostile (SECURITY.md): tokens become nodes, and nothing here sets HTML. */
export function Markdown({ text, isLive }: { text: string; isLive: boolean }) {
  const blocks = useRef<MarkdownBlocks | null>(null);
  const small = useRef<Groups<Block>>([]);
  const large = useRef<Groups<readonly Block[]>>([]);
  blocks.current ??= new MarkdownBlocks();
  const shown = blocks.current.update(isLive ? withholdEmoji(text) : text, isLive);
  const { unchanged } = blocks.current;
  small.current = group(shown, small.current, unchanged);
  large.current = group(small.current, large.current, Math.floor(unchanged / GROUP));
  return (
    <div class="markdown">
      {large.current.map((groups, index) => (
        <LargeGroup key={index} groups={groups} />
      ))}
    </div>
  );
}

/** The members in groups, of which `unchanged` are as before; a group whose members are all the same is the same object. */
function group<T>(members: readonly T[], before: Groups<T>, unchanged: number): Groups<T> {
  const first = Math.floor(unchanged / GROUP);
  const groups = before.slice(0, first);
  for (let index = first; index * GROUP < members.length; index += 1) {
    const start = index * GROUP;
    const old = before[index];
    groups.push(old && isAt(members, start, old) ? old : members.slice(start, start + GROUP));
  }
  return groups;
}

function isAt<T>(members: readonly T[], start: number, group: readonly T[]): boolean {
  if (group.length !== Math.min(GROUP, members.length - start)) return false;
  for (let at = 0; at < group.length; at += 1) if (group[at] !== members[start + at]) return false;
  return true;
}

const LargeGroup = memo<{ groups: Groups<Block> }>(({ groups }) => (
  <>
    {groups.map((members, index) => (
      <SmallGroup key={index} blocks={members} />
    ))}
  </>
));

const SmallGroup = memo<{ blocks: readonly Block[] }>(({ blocks }) => (
  <>
    {blocks.map((block, index) => (
      <StillBlock key={index} block={block} />
    ))}
  </>
));

// A finished block is the same object for good, so that nothing below this point is even compared.
const StillBlock = memo<{ block: Block }>(({ block }) => (
  <BlockView token={block.token} isFinal={block.isFinal} isCut={block.isCut} />
));
